import { specialtyIn } from './language/general-words.ts'
import { type Language, languages } from './language/languages.ts'
import { isStopWordIn } from './language/stop-words.ts'
import { parseQuery } from './query.ts'
import { keyOf, longestPhrase, phrasesOf } from './related.ts'

/** By what a phrase is found again in a question; none where it says nothing or is too long to be a name. */
export function phraseKey(language: Language, phrase: string): string | undefined {
  const { terms } = parseQuery(phrase, { language })
  const saysNothing = terms.every(({ text }) => isStopWordIn(language, text))
  return saysNothing || terms.length > longestPhrase ? undefined : keyOf(language, terms)
}

/** Whether a phrase has several telling words, or one that is rare in general; a common word by itself may mean anything. */
export function isTelling(language: Language, phrase: string): boolean {
  const { terms } = parseQuery(phrase, { language })
  return terms.length > 1 || specialtyIn(language, terms[0]?.text ?? '') === 1
}

/** The keys of all phrases of a question, by the rules of every language: its pages may be of any. */
export function phraseKeys(question: string): string[] {
  const keys = languages.flatMap((language) =>
    Array.from(phrasesOf(language, parseQuery(question, { language }).terms), ({ key }) => key),
  )
  return [...new Set(keys)]
}
