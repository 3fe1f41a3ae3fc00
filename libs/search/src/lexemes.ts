import { stem } from './stem.ts'

// Words begin with a letter, a digit, `@`, `-` or `$`, so a first character outside these keeps each family apart.
/** Marks the stem of an inflected word; a word that is its own stem has none. */
export const stemMark = '~'
export const stemOf = (word: string) => stemMark + stem(word)
/** Marks the stem of a word of the title, so that the index alone knows where a word stands. */
export const inTitle = (word: string) => `^${stem(word)}`
/** The same for headings and the path. */
export const inHeadings = (word: string) => `#${stem(word)}`
/** Marks a word with one letter left out. */
export const misspelt = (word: string) => `%${word}`

const shortestMisspelt = 5

/** The word with each one of its letters left out in turn; none for short words, which would become too alike. */
export function omissions(word: string): string[] {
  const letters = [...word]
  if (letters.length < shortestMisspelt || letters.length > 32) return []
  return [...new Set(letters.map((_, index) => letters.toSpliced(index, 1).join('')))]
}
