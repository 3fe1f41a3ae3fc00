import { setTimeout } from 'node:timers/promises'
import { type Logger, type Loop, type Metrics, startLoop } from '@quire/kit'
import type { ParsingThreads } from '@quire/parsing'
import { type Expression, sql as raw } from 'kysely'
import type { TextTasks } from '../parsing.ts'
import { isFree } from './due-failures.ts'
import { type IndexParts, type IndexSql, indexSome } from './indexing.ts'
import { indexMetrics } from './metrics.ts'

/** How long a search waits for what became live just before it. */
const patienceMs = 2000
/**
 * Pages that have been due for longer are too many to wait for. Nor does a search wait for pages that failed before.
 */
const waitedFor = '30 seconds'
const spacesAtOnce = 20
const lookEveryMs = 1000
const othersMs = 25

/**
 * Before a search: indexes what became live in these spaces just now, the newest first, so that a merge is found by the
 * next request even where a large import before it is not indexed yet. Waits for two seconds at most, then the search
 * answers with what is indexed.
 */
export async function catchUp(indexing: IndexParts, spaceIds: Expression<unknown>): Promise<void> {
  const ends = new AbortController()
  const patience = setTimeout(patienceMs, undefined, { signal: ends.signal }).catch(() => undefined)
  // Pages that take long to read are indexed all the same: the search goes on without them.
  await Promise.race([patience, indexRecent(indexing, spaceIds, performance.now() + patienceMs)]).finally(() =>
    ends.abort(),
  )
}

async function indexRecent(indexing: IndexParts, spaceIds: Expression<unknown>, until: number): Promise<void> {
  const { sql } = indexing
  for (;;) {
    const recent = raw`due_at > now() - interval '${raw.raw(waitedFor)}' and attempts = 0`
    if ((await dueSpaces(sql, recent)).length === 0) return
    const spaces = await dueSpaces(sql, raw`${recent} and space_id in ${spaceIds}`)
    if (spaces.length === 0) return
    let indexed = 0
    for (const space of spaces) {
      if (performance.now() > until) return
      indexed += await indexSome(indexing, space, 'newest')
    }
    // Others are indexing the rest.
    if (indexed === 0) await setTimeout(othersMs)
  }
}

interface IndexingParts {
  sql: () => IndexSql
  parsing: Pick<ParsingThreads<TextTasks>, 'inBackground'>
  metrics: Pick<Metrics, 'registry'>
  log: Logger
}

/** Indexes what is due as long as the service runs, a little of each space in turn, with half of its time to spare. */
export function startIndexing({ sql, parsing, metrics, log }: IndexingParts): Loop {
  indexMetrics(metrics, sql)
  return startLoop({ name: 'page index', everyMs: lookEveryMs, log }, async (signal) => {
    const parser = parsing.inBackground(signal)
    for (;;) {
      let indexed = 0
      for (const space of await dueSpaces(sql(), isFree)) {
        const began = performance.now()
        signal.throwIfAborted()
        indexed += await indexSome({ sql: sql(), parser }, space, 'oldest')
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
