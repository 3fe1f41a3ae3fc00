import type { OwnerName } from './processes.ts'
import { type System, withDatabases } from './system.ts'

/** A thing that one write makes, known by a text that is used once. */
export interface Mark {
  kind: MarkKind
  text: string
  /** False where the write takes no `Idempotency-Key`. */
  keyed?: false
}

const places = {
  collection: { in: 'content', table: 'collection', column: 'title' },
  space: { in: 'content', table: 'space', column: 'title' },
  'change request': { in: 'content', table: 'change_request', column: 'subject' },
  comment: { in: 'content', table: 'comment', column: 'markdown' },
  reply: { in: 'content', table: 'comment_reply', column: 'markdown' },
  token: { in: 'identity', table: 'token', column: 'name' },
} as const satisfies Record<string, { in: OwnerName; table: string; column: string }>
type MarkKind = keyof typeof places

type WriteOutcome = 'acknowledged' | 'refused' | 'unknown'

/** What a client may conclude from a write's status; without a status, nothing. */
export function outcomeOf(status: number | undefined): WriteOutcome {
  if (status === undefined || status >= 500) return 'unknown'
  return status < 300 ? 'acknowledged' : 'refused'
}

export function createMarks() {
  const noted: { mark: Mark; outcome: WriteOutcome }[] = []
  return {
    note: (mark: Mark, outcome: WriteOutcome) => void noted.push({ mark, outcome }),
    count: (outcome: WriteOutcome) => noted.filter((one) => one.outcome === outcome).length,
    all: () => noted,
  }
}
export type Marks = ReturnType<typeof createMarks>

/** Marked things in the owners' tables that are there twice, or although their write was refused. */
export function wronglyMade(system: Pick<System, 'databases'>, marks: Marks): Promise<string[]> {
  return withDatabases(system, async (clients) => {
    const kinds = Object.keys(places) as MarkKind[]
    const found = kinds.map(async (kind) => {
      const { in: owner, table, column } = places[kind]
      const { rows } = await clients[owner].query(
        `select ${column} as text, count(*)::int as n from ${table} group by 1`,
      )
      const counts = new Map<string, number>(rows.map(({ text, n }) => [text, n]))
      return marks
        .all()
        .filter(({ mark }) => mark.kind === kind)
        .filter(({ mark, outcome }) => (counts.get(mark.text) ?? 0) > (outcome === 'refused' ? 0 : 1))
        .map(({ mark, outcome }) => `${kind} "${mark.text}", ${outcome}, is there ${counts.get(mark.text)} times`)
    })
    return (await Promise.all(found)).flat()
  })
}
