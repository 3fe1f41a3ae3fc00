/** Words that an abbreviation may skip. */
const small = new Set(
  'a an and as at by de del des di do du e et for from in la las le les los of on or per the to und von y zu & и'.split(
    ' ',
  ),
)
const maxWords = 8

/** True if a text is written like an abbreviation, mostly in capitals. */
export function isAbbreviation(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  return /^\p{L}[\p{L}\p{N}&/.-]{1,9}$/u.test(text) && capitals >= 2 && capitals >= (text.length - 1) / 2
}

/**
 * Returns the words at the end of a text that an abbreviation stands for; undefined if its letters are not their
 * initials.
 */
export function endingIn(abbreviation: string, text: string): string | undefined {
  const words = wordsOf(text)
  const longest = Math.min(words.length, maxWords)
  for (let count = 2; count <= longest; count++) {
    const last = words.slice(-count)
    if (isShortFor(abbreviation, last)) return last.join(' ')
  }
  return undefined
}

/** Returns the words at the beginning of a text that an abbreviation stands for; undefined if there are none. */
export function beginningOf(abbreviation: string, text: string): string | undefined {
  const words = wordsOf(text)
  const longest = Math.min(words.length, maxWords)
  for (let count = longest; count >= 2; count--) {
    const first = words.slice(0, count)
    if (!small.has(first.at(-1)?.toLowerCase() ?? '') && isShortFor(abbreviation, first)) return first.join(' ')
  }
  return undefined
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’]*|&/gu) ?? []

/**
 * True if the letters are the initials of the words, in their order, and only small words are skipped. One word may
 * give two letters, as in HTTP.
 */
function isShortFor(abbreviation: string, words: readonly string[]): boolean {
  const singular = abbreviation.replace(/(?<=\p{Lu})s$/u, '')
  const letters = [...singular.toLowerCase().matchAll(/[\p{L}\p{N}]/gu)].map(([letter]) => letter)
  const all = words.map((word) => word.toLowerCase())
  return !small.has(all[0] ?? '') && agree(letters, all, 1)
}

function agree(letters: readonly string[], words: readonly string[], inner: number): boolean {
  const [letter, next] = letters
  const [word, ...others] = words
  if (word === undefined) return letter === undefined
  const begins = letter !== undefined && (word.startsWith(letter) || (letter === 'x' && word.startsWith('ex')))
  if (begins && agree(letters.slice(1), others, inner)) return true
  const givesTwo = begins && next !== undefined && inner > 0 && word.slice(1).includes(next)
  if (givesTwo && agree(letters.slice(2), others, inner - 1)) return true
  return small.has(word) && agree(letters, others, inner)
}
