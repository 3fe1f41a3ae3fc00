/**
 * How many letters must be changed, added, left out or swapped with their neighbour to make one word of the other; more
 * than `most` is told as `most + 1`. Written here because the kept libraries either know no swapped letters or do not
 * stop at a bound, and this runs over thousands of words.
 */
export function edits(one: string, other: string, most: number): number {
  const [first, second] = [[...one], [...other]]
  if (Math.abs(first.length - second.length) > most) return most + 1
  let [before, last]: [number[], number[]] = [[], second.map((_, index) => index)]
  last.push(second.length)
  for (const [row, letter] of first.entries()) {
    const next = [row + 1]
    let least = row + 1
    for (const [column, against] of second.entries()) {
      const same = letter === against ? 0 : 1
      let value = Math.min((last[column] ?? 0) + same, (last[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1)
      const swapped = letter === second[column - 1] && first[row - 1] === against
      if (row > 0 && column > 0 && swapped) value = Math.min(value, (before[column - 1] ?? 0) + 1)
      next.push(value)
      least = Math.min(least, value)
    }
    if (least > most) return most + 1
    before = last
    last = next
  }
  return Math.min(last.at(-1) ?? 0, most + 1)
}
