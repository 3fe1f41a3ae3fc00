import { setTimeout } from 'node:timers/promises'
import { databaseGauge, type Foundation, type Logger, type Loop, startLoop } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { SpaceIndexer } from './catch-up-index.ts'
import { countBehind, spacesBehind } from './spaces-to-search.ts'

/** Registers the metrics of spaces that wait to be indexed. */
export function indexMetrics(parts: Pick<Foundation, 'metrics' | 'log'>, sql: () => Sql): void {
  databaseGauge(parts, {
    name: 'quire_search_spaces',
    help: 'Spaces whose live content search does not find whole yet, by state: waiting, parked (given up until they are replayed)',
    count: () => countBehind(sql()),
  })
}

const lookEveryMs = 5000
/** The interval at which all spaces are checked; in between, only those that changed lately. */
const lookAtAllEveryMs = 5 * 60_000
const latelySeconds = 10 * 60
const spacesAtOnce = 20
const pagesAtOnce = 2000

interface IndexingParts {
  sql: () => Sql
  indexSpace: SpaceIndexer
  maintain: (signal: AbortSignal) => Promise<void>
  log: Logger
}

/**
 * Indexes spaces that are behind as long as the service runs, a slice of each space in turn. After each slice the loop
 * pauses for as long as the slice kept this thread busy; other threads do most of the work.
 */
export function startIndexing({ sql, indexSpace, maintain, log }: IndexingParts): Loop {
  let wholeAt = Number.NEGATIVE_INFINITY
  return startLoop({ name: 'search index', everyMs: lookEveryMs, log }, async (signal) => {
    for (;;) {
      const isWhole = performance.now() - wholeAt >= lookAtAllEveryMs
      const behind = await spacesBehind(sql(), spacesAtOnce, isWhole ? undefined : latelySeconds)
      for (const space of behind) {
        const began = performance.eventLoopUtilization()
        signal.throwIfAborted()
        await indexSpace(space, pagesAtOnce)
        await setTimeout(performance.eventLoopUtilization(began).active, undefined, { signal })
      }
      await maintain(signal)
      if (behind.length > 0) continue
      if (isWhole) wholeAt = performance.now()
      return
    }
  })
}
