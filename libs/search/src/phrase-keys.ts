import { specialtyIn } from './language/general-words.ts'
import { type Language, languages } from './language/languages.ts'
import { isStopWordIn } from './language/stop-words.ts'
import { keyOf, maxPhraseWords, parseQuery, phrasesOf } from './query.ts'

/**
 * Returns the key by which a phrase is found in a question; undefined if it has only stop words or is too long for a
 * name.
 */
export function phraseKey(language: Language, phrase: string): string | undefined {
  const { terms } = parseQuery(phrase, { language })
  const saysNothing = terms.every(({ text }) => isStopWordIn(language, text))
  return saysNothing || terms.length > maxPhraseWords ? undefined : keyOf(language, terms)
}

/**
 * True if a phrase has several significant words, or one that is rare in general: a single common word may mean
 * anything.
 */
export function isDistinctive(language: Language, phrase: string): boolean {
  const { terms } = parseQuery(phrase, { language })
  return terms.length > 1 || specialtyIn(language, terms[0]?.text ?? '') === 1
}

/**
 * Returns the keys of all phrases of a question, by the rules of every language, since the pages may be in any of them.
 */
export function phraseKeys(question: string): string[] {
  const keys = languages.flatMap((language) =>
    Array.from(phrasesOf(language, parseQuery(question, { language }).terms), ({ key }) => key),
  )
  return [...new Set(keys)]
}
