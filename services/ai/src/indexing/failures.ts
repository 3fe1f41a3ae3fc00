import type { Logger } from '@quire/kit'
import { FeedFailure } from './feed.ts'

const intervalMs = 60_000
/** Bounds the memory: further kinds of failures within a minute count as one. */
const maxKinds = 100
const otherKinds = 'others'

/** The failures of one kind since its last line in the log. */
interface FailureCount {
  loggedAt: number
  failures: number
}

interface FailureLogParts {
  log: Pick<Logger, 'warn' | 'debug'>
  /** The clock, in milliseconds. */
  now: () => number
}

/**
 * Logs failures to index spaces. The first failure of a kind is a warning at once; those that follow are counted, and
 * one warning a minute has their number. A kind is the operation that failed and the status or error with which it
 * failed.
 */
export function failureLog({ log, now }: FailureLogParts) {
  const kinds = new Map<string, FailureCount>()

  /** Logs the counts that are a minute old. Call it after failures, and regularly when there are none. */
  function flush(): void {
    for (const [kind, count] of kinds) {
      if (now() - count.loggedAt < intervalMs) continue
      if (count.failures === 0) {
        kinds.delete(kind)
        continue
      }
      log.warn({ kind, failures: count.failures }, 'spaces still cannot be indexed')
      kinds.set(kind, { loggedAt: now(), failures: 0 })
    }
  }

  return {
    flush,
    report(error: unknown, space: { space: string; isParked: boolean }): void {
      flush()
      const own = kindOf(error)
      const kind = kinds.has(own) || kinds.size < maxKinds ? own : otherKinds
      const count = kinds.get(kind)
      if (count) count.failures += 1
      else kinds.set(kind, { loggedAt: now(), failures: 0 })
      log[count ? 'debug' : 'warn']({ err: error, ...space }, 'a space cannot be indexed')
    },
  }
}

function kindOf(error: unknown): string {
  if (error instanceof FeedFailure) return `content's feed: ${error.reason}`
  const { name, code, message } = Object(error)
  return `${name}: ${code ?? message}`
}

/** Failures in a row that do not slow the indexer down: a few failing spaces must not delay the others. */
const maxFailuresWithoutDelay = 8
const firstDelayMs = 10
/** Short, since a space that can be indexed may be waiting behind many that cannot. */
const maxDelayMs = 250

/**
 * The delay before the indexer takes the next space. It doubles with each failure in a row, whichever spaces fail, up
 * to a bound; one success ends it. So a process does not spin while content refuses most spaces.
 */
export function failureBackoff() {
  let failures = 0
  return {
    failed(): void {
      failures += 1
    },
    succeeded(): void {
      failures = 0
    },
    delayMs(): number {
      const excess = failures - maxFailuresWithoutDelay
      return excess <= 0 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (excess - 1))
    },
  }
}
