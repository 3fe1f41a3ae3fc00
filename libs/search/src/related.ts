import type { Language } from './language/languages.ts'
import { stemIn } from './language/stems.ts'
import type { Query, RelatedTerm, Term } from './query.ts'

/** Words that mean what other words mean, in the texts of some organization. */
export interface Related {
  /** The phrase in whose place others may stand (`phraseKey`). */
  key: string
  /** The phrase that may stand in its place. */
  means: string
  /** What it counts beside the phrase itself, below 1. */
  worth: number
}

/** Telling words of a phrase that has a key. */
export const longestPhrase = 5
const mostOfTerm = 3
/** Phrases that are looked for besides the words of one query. */
const mostOfQuery = 8

/** The same for phrases of the same telling words in any order and form; `language` says whose forms. */
export const keyOf = (language: Language, words: readonly Term[]): string =>
  `${language}:${words
    .map(({ text }) => stemIn(language, text))
    .toSorted()
    .join(' ')}`

/** The keys of all phrases of some words, with the words. */
export function* phrasesOf(language: Language, terms: readonly Term[]): Generator<{ key: string; words: Term[] }> {
  for (let from = 0; from < terms.length; from++) {
    for (let to = from + 1; to <= Math.min(terms.length, from + longestPhrase); to++) {
      const words = terms.slice(from, to)
      yield { key: keyOf(language, words), words }
    }
  }
}

/** Gives each word of a phrase that others mean too what they say; `parse` reads these. */
export function withRelated(
  language: Language,
  terms: Term[],
  related: readonly Related[],
  parse: (text: string) => Query,
): Term[] {
  if (related.length === 0) return terms
  const byKey = Map.groupBy(related, ({ key }) => key)
  const asked = new Set(terms.flatMap(wordsOf).map(({ text }) => stemIn(language, text)))
  const found = new Map<Term, RelatedTerm[]>()
  let left = mostOfQuery
  for (const { key, words } of phrasesOf(language, terms)) {
    for (const { means, worth } of byKey.get(key) ?? []) {
      if (left === 0) break
      const parts = parse(means).terms.flatMap(wordsOf)
      if (parts.every(({ text }) => asked.has(stemIn(language, text)))) continue
      left -= 1
      for (const word of words) found.set(word, [...(found.get(word) ?? []), { worth, parts }])
    }
  }
  return terms.map((term) => {
    const others = found.get(term)?.toSorted((one, other) => other.worth - one.worth)
    return others ? { ...term, related: others.slice(0, mostOfTerm) } : term
  })
}

/** A name in parts is written in several ways; its parts stand together in all of them. */
const wordsOf = (term: Term): Term[] => (term.parts.length > 0 ? term.parts : [term])
