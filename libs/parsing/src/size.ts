/** About how many characters of text a value holds; stops counting behind `most`. */
export function charactersOf(value: unknown, most: number): number {
  let count = 0
  const waiting = [value]
  while (waiting.length > 0 && count <= most) {
    const next = waiting.pop()
    if (typeof next === 'string') count += next.length
    else if (ArrayBuffer.isView(next)) count += next.byteLength
    else if (typeof next === 'object' && next !== null) {
      // An empty value costs something too.
      count += 10
      for (const inner of Object.values(next)) waiting.push(inner)
    }
  }
  return count
}
