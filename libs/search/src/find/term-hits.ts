import { specialtyIn } from '../language/general-words.ts'
import type { Language } from '../language/languages.ts'
import type { Query, Term } from '../query.ts'
import type { HitRange, WordHits } from './hits.ts'
import { rarity } from './ranking.ts'
import type { Scratch } from './scratch.ts'
import { spellings } from './spelling.ts'
import type { Lookup } from './word-lookup.ts'

/** A term, or a part of one, with the pages of one language that contain it. */
export interface TermHits {
  term: Term
  /** The hits of each word that matches the term. */
  words: WordHits[]
  /** The documents of all these words, each once. */
  all: HitRange
  parts: TermHits[]
  /** The hits of each related phrase (`addRelated`). */
  related: readonly RelatedHits[]
  /** The hits of synonyms, if they are used (`addSynonyms`). */
  synonyms: WordHits[]
  /** The number of pages that contain the term, whole or by all of its parts. */
  found: number
  /** The rarity of the term among all readable pages. */
  rarity: number
}

/** The hits of a phrase that may replace a term. */
export interface RelatedHits {
  worth: number
  parts: TermHits[]
}

/** A query to the pages of one language. */
export interface LanguageQuery {
  language: Language
  terms: TermHits[]
  /** The specialty of each term, 0 to 1, and 0 if unknown; absent if unused or unknown for all terms. */
  specialties?: number[]
}

/** Adds the specialties of the terms, in languages in which they are known. */
export function addSpecialties(query: LanguageQuery): void {
  const specialties = query.terms.map(({ term }) => specialtyOf(query.language, term))
  if (specialties.some((one) => one !== undefined)) query.specialties = specialties.map((one) => one ?? 0)
}

/**
 * Returns the specialty of a term; of one in parts, the highest, since a page may contain the other parts by chance.
 */
function specialtyOf(language: Language, { text, parts }: Term): number | undefined {
  const names = parts.length > 0 ? parts.map((part) => part.text) : [text]
  const known = names.flatMap((name) => specialtyIn(language, name) ?? [])
  return known.length > 0 ? Math.max(...known) : undefined
}

/**
 * Looks up the terms of each language's query. A term's rarity counts the pages of all languages. Spelling corrections
 * are added to a term that no page contains. `documents` is the number of readable pages.
 */
export function lookUpTerms(
  lookup: Lookup,
  scratch: Scratch,
  queries: readonly { language: Language; query: Query }[],
  documents: number,
): LanguageQuery[] {
  const found = queries.map(({ language, query }) => ({
    language,
    terms: query.terms.map((term) => hitsOf(lookup, scratch, language, term)),
  }))
  const held = countedByText(found)
  for (const { language, terms } of found) {
    for (const [index, { term }] of terms.entries()) {
      if (held.get(term.text)) continue
      const alternatives = [...term.alternatives, ...spellings(lookup, language, term.text)]
      terms[index] = hitsOf(lookup, scratch, language, { ...term, alternatives })
    }
  }
  const counts = countedByText(found)
  for (const { terms } of found) for (const term of terms) setRarity(term, '', counts, documents)
  return found
}

/** Looks up the pages of a term; its rarity is not set yet. */
export function hitsOf(lookup: Lookup, scratch: Scratch, language: Language, term: Term): TermHits {
  const words = lookup.lists(language, term.alternatives)
  const all = scratch.merged(lookup.hits, words)
  const parts = term.parts.map((part) => hitsOf(lookup, scratch, language, part))
  return {
    term,
    words,
    all,
    parts,
    related: [],
    synonyms: [],
    found: scratch.countHolding(lookup.hits, all, parts),
    rarity: 0,
  }
}

/** Counts the pages of each term over all languages; a part is keyed by its term and itself. */
function countedByText(queries: readonly LanguageQuery[]): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (key: string, found: number) => counts.set(key, (counts.get(key) ?? 0) + found)
  for (const { term, found, parts } of queries.flatMap(({ terms }) => terms)) {
    add(term.text, found)
    for (const part of parts) add(`${term.text}\0${part.term.text}`, part.found)
  }
  return counts
}

function setRarity(hits: TermHits, whole: string, counts: ReadonlyMap<string, number>, documents: number): void {
  hits.rarity = rarity(counts.get(whole + hits.term.text) ?? 0, documents)
  for (const part of hits.parts) setRarity(part, `${hits.term.text}\0`, counts, documents)
}
