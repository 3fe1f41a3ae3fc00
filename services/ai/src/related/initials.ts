/** Words that an abbreviation may leave out. */
const small = new Set(
  'a an and as at by de del des di do du e et for from in la las le les los of on or per the to und von y zu & и'.split(
    ' ',
  ),
)
const mostWords = 8

/** Whether it is written as abbreviations are: mostly in capitals. */
export function isAbbreviation(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  return /^\p{L}[\p{L}\p{N}&/.-]{1,9}$/u.test(text) && capitals >= 2 && capitals >= (text.length - 1) / 2
}

/** The words at the end of a text that an abbreviation stands for, and none where its letters are not their initials. */
export function endingIn(abbreviation: string, text: string): string | undefined {
  const words = wordsOf(text)
  const most = Math.min(words.length, mostWords)
  for (let count = 2; count <= most; count++) {
    const last = words.slice(-count)
    if (isShortFor(abbreviation, last)) return last.join(' ')
  }
  return undefined
}

/** The same of the words at the beginning of a text. */
export function beginningOf(abbreviation: string, text: string): string | undefined {
  const words = wordsOf(text)
  const most = Math.min(words.length, mostWords)
  for (let count = most; count >= 2; count--) {
    const first = words.slice(0, count)
    if (!small.has(first.at(-1)?.toLowerCase() ?? '') && isShortFor(abbreviation, first)) return first.join(' ')
  }
  return undefined
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’]*|&/gu) ?? []

/**
 * Whether each letter is the initial of a word, in their order, and no word is left out that says something. One word may
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
