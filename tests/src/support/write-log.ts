import type { OwnerName } from './processes.ts'
import { type System, withDatabases } from './system-databases.ts'

/** A write that creates a thing, identified by a unique text. */
export interface TrackedWrite {
  kind: WriteKind
  text: string
  /** False if the write accepts no `Idempotency-Key`. */
  keyed?: false
}

const tables = {
  collection: { in: 'content', table: 'collection', column: 'title' },
  space: { in: 'content', table: 'space', column: 'title' },
  'change request': { in: 'content', table: 'change_request', column: 'subject' },
  comment: { in: 'content', table: 'comment', column: 'markdown' },
  reply: { in: 'content', table: 'comment_reply', column: 'markdown' },
  token: { in: 'identity', table: 'token', column: 'name' },
} as const satisfies Record<string, { in: OwnerName; table: string; column: string }>
type WriteKind = keyof typeof tables

type WriteOutcome = 'acknowledged' | 'refused' | 'unknown'

/** Returns the conclusion of a client from the status of a write; unknown without a status. */
export function outcomeOf(status: number | undefined): WriteOutcome {
  if (status === undefined || status >= 500) return 'unknown'
  return status < 300 ? 'acknowledged' : 'refused'
}

export function createWriteLog() {
  const noted: { write: TrackedWrite; outcome: WriteOutcome }[] = []
  return {
    note: (write: TrackedWrite, outcome: WriteOutcome) => void noted.push({ write, outcome }),
    count: (outcome: WriteOutcome) => noted.filter((one) => one.outcome === outcome).length,
    all: () => noted,
  }
}
export type WriteLog = ReturnType<typeof createWriteLog>

/** Finds things in the owners' tables that exist twice, or although their write was refused. */
export function wronglyMade(system: Pick<System, 'databases'>, log: WriteLog): Promise<string[]> {
  return withDatabases(system, async (clients) => {
    const kinds = Object.keys(tables) as WriteKind[]
    const found = kinds.map(async (kind) => {
      const { in: owner, table, column } = tables[kind]
      const { rows } = await clients[owner].query(
        `select ${column} as text, count(*)::int as n from ${table} group by 1`,
      )
      const counts = new Map<string, number>(rows.map(({ text, n }) => [text, n]))
      return log
        .all()
        .filter(({ write }) => write.kind === kind)
        .filter(({ write, outcome }) => (counts.get(write.text) ?? 0) > (outcome === 'refused' ? 0 : 1))
        .map(({ write, outcome }) => `${kind} "${write.text}", ${outcome}, is there ${counts.get(write.text)} times`)
    })
    return (await Promise.all(found)).flat()
  })
}
