const firstMs = 1000
const longestMs = 300_000
/** A service that wanted nothing for this long starts over with the shortest pause. */
const forgottenMs = 2 * longestMs

/** When to ask for which run: for the first at once, for each one that replaces another after a pause that doubles. */
export function createPauses(nowMs: () => number = () => performance.now()) {
  const asked = new Map<string, { run: string; failures: number; sinceMs: number }>()

  function isDue([owner, run]: [string, string]): boolean {
    let last = asked.get(owner)
    if (last?.run !== run) {
      const isNext = last && nowMs() - last.sinceMs < forgottenMs
      last = { run, failures: last && isNext ? last.failures + 1 : 0, sinceMs: nowMs() }
      asked.set(owner, last)
    }
    if (last.failures === 0) return true
    return nowMs() - last.sinceMs >= Math.min(firstMs * 2 ** (last.failures - 1), longestMs)
  }

  /** The wanted runs, by owner, that are to be asked for now. */
  return (wanted: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(wanted).filter(isDue))
}
