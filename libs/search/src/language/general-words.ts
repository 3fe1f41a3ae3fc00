import { createRequire } from 'node:module'
import type { Language } from './languages.ts'
import { stemIn } from './stems.ts'

/** Number of the commonest words that count as general; a rarer word counts like one that is in no list. */
const generalWords = 14_000

let ranks: ReadonlyMap<string, number> | undefined

/**
 * Returns the specialty of a folded word: 0 for the commonest word of the language, 1 for a word that people rarely use
 * outside of a subject, such as a name. 0 for a number. Undefined in languages without a list of words.
 */
export function specialtyIn(language: Language, word: string): number | undefined {
  if (language !== 'en' || !/^[\x20-\x7e]+$/.test(word)) return undefined
  if (/^[0-9]+$/.test(word)) return 0
  const rank = englishRank(word)
  return rank === undefined ? 1 : Math.log(rank) / Math.log(generalWords + 1)
}

/** Loads the list of words before it is needed. */
export function loadWords(): void {
  ranks ??= englishRanks()
}

/**
 * Returns the rank of a word's stem among the commonest English words, from 1 on; undefined if it is not among them.
 */
export function englishRank(word: string): number | undefined {
  ranks ??= englishRanks()
  return ranks.get(stemIn('en', word))
}

/** Returns the rank of each stem among the words of spoken English (OpenSubtitles), from 1 for the commonest. */
function englishRanks(): ReadonlyMap<string, number> {
  // The list takes 60 ms to unpack, and only questions need it. The package's entry would unpack other lists too.
  const words: string[] = createRequire(import.meta.url)('@zxcvbn-ts/language-en/dist/commonWords.json.cjs')
  const found = new Map<string, number>()
  for (const [index, word] of words.slice(0, generalWords).entries()) {
    const stem = stemIn('en', word)
    if (!found.has(stem)) found.set(stem, index + 1)
  }
  return found
}
