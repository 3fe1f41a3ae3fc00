import type { Language } from '../language/languages.ts'
import { synonymsIn } from '../language/synonyms.ts'
import { type Alternative, stemMark, type Term } from '../query.ts'
import { rarity } from './ranking.ts'
import type { Scratch } from './scratch.ts'
import type { LanguageQuery } from './term-hits.ts'
import type { Lookup } from './word-lookup.ts'

/** The weight of a synonym; half of that in a word's second sense. */
const synonymWorth = 0.3
/** Bound on the synonyms of one word that are looked up. */
const maxSynonyms = 8

/** Returns the alternatives that are looked up for the synonyms of a term. */
export function synonymsOf(language: Language, { text }: Term): Alternative[] {
  const synonyms = synonymsIn(language, text).slice(0, maxSynonyms)
  return synonyms.flatMap(({ stem, sense }) => {
    const worth = synonymWorth / (1 + sense)
    return [stem, stemMark + stem].map((lexeme) => ({ lexeme, prefix: false, worth }))
  })
}

/**
 * Looks up synonyms of the terms. They add to the score of a page that was found by a word of the question, and find no
 * page by themselves. The rarity of a term that no page contains is that of its synonyms together.
 */
export function addSynonyms(
  lookup: Lookup,
  scratch: Scratch,
  { language, terms }: LanguageQuery,
  documents: number,
): void {
  for (const hits of terms) {
    const alternatives = synonymsOf(language, hits.term)
    if (alternatives.length === 0) continue
    hits.synonyms = lookup.lists(language, alternatives)
    if (hits.found > 0 || hits.synonyms.length === 0) continue
    const { from, to } = scratch.merged(lookup.hits, hits.synonyms)
    hits.rarity = rarity(to - from, documents)
  }
}
