import { generateNKeysBetween } from 'fractional-indexing'

/**
 * Returns order keys for siblings in a wanted order, from the keys that some of them have: as many as possible keep
 * theirs.
 */
export function orderKeysAlong(present: readonly (string | undefined)[]): string[] {
  const kept = longestRise(present)
  const keys: string[] = []
  while (keys.length < present.length) {
    const from = keys.length
    const own = kept.has(from) ? present[from] : undefined
    if (own !== undefined) {
      keys.push(own)
      continue
    }
    let to = from
    while (to < present.length && !kept.has(to)) to += 1
    keys.push(...generateNKeysBetween(keys.at(-1) ?? null, present[to] ?? null, to - from))
  }
  return keys
}

/** The positions of a longest strictly rising sequence of keys (patience sorting). */
function longestRise(keys: readonly (string | undefined)[]): Set<number> {
  /** The position of the lowest key that ends a rise of each length. */
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [at, key] of keys.entries()) {
    if (key === undefined) continue
    const length = firstNotBelow(ends, (end) => (keys[end] ?? '') < key)
    before[at] = ends[length - 1]
    ends[length] = at
  }
  const rise = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.add(at)
  return rise
}

function firstNotBelow(values: readonly number[], isBelow: (value: number) => boolean): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(values[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}
