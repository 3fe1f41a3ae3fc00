import { compareBytes } from './compare.ts'
import { type Range, rangeOf } from './segment.ts'

/** Sorted items, each a range of bytes; `from` is the next item. */
export interface Run extends Range {
  bytes: Uint8Array
  ends: Uint32Array
}

/**
 * Walks several sorted runs as one. Calls `take` once for each item, with the indexes of the runs that hold it; during
 * the call, `from` of these runs is the item.
 */
export function mergeInOrder(runs: readonly Run[], take: (holders: readonly number[]) => void): void {
  let holders: number[] = []
  for (;;) {
    holders = []
    let least: Run | undefined
    for (const [index, run] of runs.entries()) {
      if (run.from >= run.to) continue
      const order = least ? compareItems(run, least) : -1
      if (order < 0) {
        least = run
        holders = [index]
      } else if (order === 0) holders.push(index)
    }
    if (!least) return
    take(holders)
    for (const index of holders) {
      const run = runs[index]
      if (run) run.from++
    }
  }
}

/** Advances the run if its next item is equal to the current one; returns whether it did. */
export function nextIsEqual(run: Run): boolean {
  if (run.from + 1 >= run.to || compareItems(run, { ...run, from: run.from + 1 }) !== 0) return false
  run.from++
  return true
}

function compareItems(one: Run, other: Run): number {
  const [first, second] = [rangeOf(one.ends, one.from), rangeOf(other.ends, other.from)]
  return compareBytes(one.bytes, first.from, first.to, other.bytes, second.from, second.to)
}
