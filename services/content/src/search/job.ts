import { setTimeout } from 'node:timers/promises'
import { type Logger, type Loop, startLoop } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { BringOn } from './catching-up.ts'
import { spacesBehind } from './searchable.ts'

const lookEveryMs = 5000
/** So often all spaces are looked at; between, those that changed lately. */
const lookAtAllEveryMs = 5 * 60_000
const latelySeconds = 10 * 60
const spacesAtOnce = 20
const pagesAtOnce = 2000

interface IndexingParts {
  sql: () => Sql
  bring: BringOn
  maintain: (signal: AbortSignal) => Promise<void>
  log: Logger
}

/**
 * Indexes what is behind as long as the service runs, a slice of each space in turn. What it takes of this thread it
 * leaves to requests afterwards; other threads do most of the work.
 */
export function startIndexing({ sql, bring, maintain, log }: IndexingParts): Loop {
  let wholeAt = Number.NEGATIVE_INFINITY
  return startLoop({ name: 'search index', everyMs: lookEveryMs, log }, async (signal) => {
    for (;;) {
      const isWhole = performance.now() - wholeAt >= lookAtAllEveryMs
      const behind = await spacesBehind(sql(), spacesAtOnce, isWhole ? undefined : latelySeconds)
      for (const space of behind) {
        const began = performance.eventLoopUtilization()
        signal.throwIfAborted()
        await bring(space, pagesAtOnce)
        await setTimeout(performance.eventLoopUtilization(began).active, undefined, { signal })
      }
      await maintain(signal)
      if (behind.length > 0) continue
      if (isWhole) wholeAt = performance.now()
      return
    }
  })
}
