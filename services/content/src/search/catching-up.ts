import { setTimeout } from 'node:timers/promises'
import { type Logger, type Loop, startLoop } from '@quire/kit'
import { type Expression, sql as raw } from 'kysely'
import { type IndexSql, indexSome } from './indexing.ts'

/** How long a search waits for what became live just before it. */
const patienceMs = 2000
/** What has been due for longer is much, or fails: no search waits for it. */
const waitedFor = '30 seconds'
const spacesAtOnce = 20
const lookEveryMs = 1000
const othersMs = 25

/**
 * Before a search: indexes what became live in these spaces just now, the newest first, so that a merge is found by the
 * next request even where a large import before it is not indexed yet. Waits for two seconds at most, then the search
 * answers with what is indexed.
 */
export async function catchUp(sql: IndexSql, spaceIds: Expression<unknown>): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    const recent = raw`due_at > now() - interval '${raw.raw(waitedFor)}'`
    if ((await dueSpaces(sql, recent)).length === 0) return
    const spaces = await dueSpaces(sql, raw`${recent} and space_id in ${spaceIds}`)
    if (spaces.length === 0) return
    let indexed = 0
    for (const space of spaces) {
      if (performance.now() > until) return
      indexed += await indexSome(sql, space, 'newest')
    }
    // The rest is in other hands.
    if (indexed === 0) await setTimeout(othersMs)
  }
}

/** Indexes what is due as long as the service runs, a little of each space in turn, with half of its time to spare. */
export function startIndexing({ sql, log }: { sql: () => IndexSql; log: Logger }): Loop {
  return startLoop({ name: 'page index', everyMs: lookEveryMs, log }, async (signal) => {
    for (;;) {
      let indexed = 0
      for (const space of await dueSpaces(sql(), raw`taken_at is null or taken_at < now() - interval '1 minute'`)) {
        const began = performance.now()
        signal.throwIfAborted()
        indexed += await indexSome(sql(), space, 'oldest')
        await setTimeout(performance.now() - began, undefined, { signal })
      }
      if (indexed === 0) return
    }
  })
}

async function dueSpaces(sql: IndexSql, which: Expression<unknown>): Promise<string[]> {
  const { rows } = await raw<{ space_id: string }>`
    select distinct space_id from page_index_due where ${which} limit ${raw.lit(spacesAtOnce)}`.execute(sql)
  return rows.map((row) => row.space_id)
}
