import { createRequire } from 'node:module'
import type { Language } from './languages.ts'
import { stemIn } from './stems.ts'

/** So many of the commonest words are general ones; one beyond them is as special as one that is in no list. */
const generalWords = 14_000

let ranks: ReadonlyMap<string, number> | undefined

/**
 * How little a folded word says in general: 0 for the commonest word of the language, 1 for one that people rarely use
 * outside of some subject, such as a name. A number names nothing. Undefined in languages without a list of words.
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

/** The place of a word's stem among the commonest English ones, from 1 on; undefined where it is none of them. */
export function englishRank(word: string): number | undefined {
  ranks ??= englishRanks()
  return ranks.get(stemIn('en', word))
}

/** The place of each stem among the words of spoken English (OpenSubtitles), the commonest first, from 1 on. */
function englishRanks(): ReadonlyMap<string, number> {
  // The list takes 60 ms to unpack: only questions need it. The package's entry unpacks other lists besides.
  const words: string[] = createRequire(import.meta.url)('@zxcvbn-ts/language-en/dist/commonWords.json.cjs')
  const found = new Map<string, number>()
  for (const [index, word] of words.slice(0, generalWords).entries()) {
    const stem = stemIn('en', word)
    if (!found.has(stem)) found.set(stem, index + 1)
  }
  return found
}
