const firstMs = 1000
const maxMs = 300_000
/** A service that wanted no resync for this long starts over with the shortest backoff. */
const resetMs = 2 * maxMs

/** Decides when to request a run: the first at once, each one that replaces another after a backoff that doubles. */
export function createResyncBackoff(nowMs: () => number = () => performance.now()) {
  const requested = new Map<string, { run: string; failures: number; sinceMs: number }>()

  function isDue([owner, run]: [string, string]): boolean {
    let last = requested.get(owner)
    if (last?.run !== run) {
      const isNext = last && nowMs() - last.sinceMs < resetMs
      last = { run, failures: last && isNext ? last.failures + 1 : 0, sinceMs: nowMs() }
      requested.set(owner, last)
    }
    if (last.failures === 0) return true
    return nowMs() - last.sinceMs >= Math.min(firstMs * 2 ** (last.failures - 1), maxMs)
  }

  /** Returns the wanted runs, by owner, that are due to be requested. */
  return (wanted: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(wanted).filter(isDue))
}
