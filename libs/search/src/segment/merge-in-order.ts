import { compareBytes } from './compare.ts'
import { type Range, rangeOf } from './segment.ts'

/** Items in order, each a stretch of bytes; `from` is the next one. */
export interface Run extends Range {
  bytes: Uint8Array
  ends: Uint32Array
}

/**
 * Walks several sorted runs as one. `take` is called once for each item with the numbers of the runs that hold it; while
 * it is called, `from` of these is the item.
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

/** Moves on to the next item where it is equal to the one at hand. */
export function nextIsEqual(run: Run): boolean {
  if (run.from + 1 >= run.to || compareItems(run, { ...run, from: run.from + 1 }) !== 0) return false
  run.from++
  return true
}

function compareItems(one: Run, other: Run): number {
  const [first, second] = [rangeOf(one.ends, one.from), rangeOf(other.ends, other.from)]
  return compareBytes(one.bytes, first.from, first.to, other.bytes, second.from, second.to)
}
