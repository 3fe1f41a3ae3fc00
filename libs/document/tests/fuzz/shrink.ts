/**
 * A shorter text that still fails: halves, quarters and smaller parts are left out as long as what remains fails.
 * `fails` is asked at most `most` times.
 */
export function shrink(text: string, fails: (text: string) => boolean, most = 200): string {
  let shortest = text
  let left = most
  for (let size = text.length / 2; size >= 1; size /= 2) {
    const length = Math.floor(size)
    for (let at = 0; at < shortest.length && left > 0; ) {
      const shorter = shortest.slice(0, at) + shortest.slice(at + length)
      left -= 1
      if (fails(shorter)) shortest = shorter
      else at += length
    }
  }
  return shortest
}
