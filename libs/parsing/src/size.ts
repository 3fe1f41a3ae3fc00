/** Estimates the characters of text in a value; stops counting beyond `max`. */
export function charactersOf(value: unknown, max: number): number {
  let count = 0
  const waiting = [value]
  while (waiting.length > 0 && count <= max) {
    const next = waiting.pop()
    if (typeof next === 'string') count += next.length
    else if (ArrayBuffer.isView(next)) count += next.byteLength
    else if (typeof next === 'object' && next !== null) {
      // An empty value has a cost too.
      count += 10
      for (const inner of Object.values(next)) waiting.push(inner)
    }
  }
  return count
}
