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
