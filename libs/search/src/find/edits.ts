/**
 * Returns the number of edits between two words: letters changed, added, left out or swapped with their neighbour; more
 * than `max` is returned as `max + 1`. Written here because the maintained libraries either have no swaps or do not
 * stop at a bound, and this runs over thousands of words.
 */
export function edits(one: string, other: string, max: number): number {
  const beyond = max + 1
  const width = other.length
  if (Math.abs(one.length - width) > max) return beyond
  let [before, last, next] = [new Uint8Array(width + 1), new Uint8Array(width + 1), new Uint8Array(width + 1)]
  for (let column = 0; column <= width; column++) last[column] = Math.min(column, beyond)
  for (let row = 1; row <= one.length; row++) {
    const letter = one.charCodeAt(row - 1)
    const [from, to] = [Math.max(1, row - max), Math.min(width, row + max)]
    next.fill(beyond)
    next[0] = Math.min(row, beyond)
    let least = next[0]
    for (let column = from; column <= to; column++) {
      const against = other.charCodeAt(column - 1)
      let value = (last[column - 1] ?? 0) + (letter === against ? 0 : 1)
      value = Math.min(value, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, beyond)
      const swapped = letter === other.charCodeAt(column - 2) && against === one.charCodeAt(row - 2)
      if (swapped && row > 1 && column > 1) value = Math.min(value, (before[column - 2] ?? 0) + 1)
      next[column] = value
      least = Math.min(least, value)
    }
    if (least > max) return beyond
    ;[before, last, next] = [last, next, before]
  }
  return last[width] ?? beyond
}
