/** Compares two ranges of bytes: below 0 if the first one comes first, 0 if they are equal. */
export function compareBytes(
  first: Uint8Array,
  firstFrom: number,
  firstTo: number,
  second: Uint8Array,
  secondFrom: number,
  secondTo: number,
): number {
  const length = Math.min(firstTo - firstFrom, secondTo - secondFrom)
  for (let at = 0; at < length; at++) {
    const difference = (first[firstFrom + at] ?? 0) - (second[secondFrom + at] ?? 0)
    if (difference !== 0) return difference
  }
  return firstTo - firstFrom - (secondTo - secondFrom)
}

const surrogate = /[\ud800-\udfff]/

/** Compares texts by their UTF-8, which differs from JavaScript's order only for characters beyond U+FFFF. */
export function compareTexts(first: string, second: string): number {
  if (surrogate.test(first) || surrogate.test(second)) return Buffer.compare(Buffer.from(first), Buffer.from(second))
  return first < second ? -1 : first > second ? 1 : 0
}

/** Sorts texts by their UTF-8, in place. */
export function sortTexts(texts: string[]): string[] {
  return texts.some((text) => surrogate.test(text)) ? texts.sort(compareTexts) : texts.sort()
}

/** Returns the set of letters in a word, as 32 bits: words that are a few edits apart differ in few bits. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters >>> 0
}
