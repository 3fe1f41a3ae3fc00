/**
 * Pairs the lines of two texts that are the same line, in linear time: those that both texts begin and end with, those
 * that occur once on either side, and equal lines beside them. Returns positions in `one` by those in `other`.
 */
export function alignLines(one: readonly string[], other: readonly string[]): Map<number, number> {
  const pairs = new Map<number, number>()
  /** Pairs equal lines from a pair on, in one direction; returns the first positions that differ. */
  const extend = (at: number, to: number, step: 1 | -1, until: (position: number) => boolean) => {
    let [from, next] = [at, to]
    while (one[from] !== undefined && one[from] === other[next] && !until(from) && !pairs.has(next)) {
      pairs.set(next, from)
      from += step
      next += step
    }
    return [from, next] as const
  }
  const [start, startOther] = extend(0, 0, 1, () => false)
  const [end, endOther] = extend(one.length - 1, other.length - 1, -1, (position) => position < start)
  const inOther = onlyOnce(other.slice(startOther, endOther + 1))
  const common = [...onlyOnce(one.slice(start, end + 1))].flatMap(([line, at]): [number, number][] => {
    const there = inOther.get(line)
    return there === undefined ? [] : [[start + at, startOther + there]]
  })
  const anchors = longestRising(common, ([, there]) => there)
  let taken = start
  for (const [index, [at, there]] of anchors.entries()) {
    const next = anchors[index + 1]?.[0] ?? end + 1
    extend(at - 1, there - 1, -1, (position) => position < taken)
    pairs.set(there, at)
    const [after] = extend(at + 1, there + 1, 1, (position) => position >= next)
    taken = after
  }
  return pairs
}

/** Returns the positions of the lines that occur once. */
export function onlyOnce(lines: string[]): Map<string, number> {
  const found = new Map<string, number>()
  const repeated = new Set<string>()
  lines.forEach((line, at) => {
    if (found.has(line)) repeated.add(line)
    found.set(line, at)
  })
  for (const line of repeated) found.delete(line)
  return found
}

/** Returns a longest subsequence with increasing positions (patience sorting). */
export function longestRising<Anchor>(anchors: Anchor[], position: (anchor: Anchor) => number): Anchor[] {
  interface Pile {
    anchor: Anchor
    before: Pile | undefined
  }
  const piles: Pile[] = []
  for (const anchor of anchors) {
    let [low, high] = [0, piles.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const pile = piles[middle]
      if (pile && position(pile.anchor) < position(anchor)) low = middle + 1
      else high = middle
    }
    piles[low] = { anchor, before: piles[low - 1] }
  }
  const rising: Anchor[] = []
  for (let pile = piles.at(-1); pile; pile = pile.before) rising.push(pile.anchor)
  return rising.reverse()
}
