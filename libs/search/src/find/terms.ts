import { specialtyIn } from '../language/general-words.ts'
import type { Language } from '../language/languages.ts'
import type { Query, Term } from '../query.ts'
import type { HitRange, WordHits } from './hits.ts'
import type { Lookup } from './lookup.ts'
import { rarity } from './ranking.ts'
import type { Scratch } from './scratch.ts'
import { spellings } from './spelling.ts'

/** A term, or a part of one, with the pages of one language that hold it. */
export interface TermHits {
  term: Term
  /** One for each word that stands for the term. */
  words: WordHits[]
  /** The documents of all these words, each once. */
  all: HitRange
  parts: TermHits[]
  /** Of each phrase that means the same (`addRelated`). */
  related: readonly RelatedHits[]
  /** Those of words that may mean the same, where they were asked for (`addSynonyms`). */
  synonyms: WordHits[]
  /** Pages that hold the term, whole or by all of its parts. */
  found: number
  /** How telling the term is among all readable pages. */
  rarity: number
}

/** The words of a phrase that may stand in the place of a term. */
export interface RelatedHits {
  worth: number
  parts: TermHits[]
}

/** What is asked of the pages of one language. */
export interface LanguageQuery {
  language: Language
  terms: TermHits[]
  /** How special each term is, 0 to 1, where that was asked for and is known of any; 0 where it is not known. */
  specialties?: number[]
}

/** Says of each term how special it is, in languages of which that is known. */
export function addSpecialties(query: LanguageQuery): void {
  const specialties = query.terms.map(({ term }) => specialtyOf(query.language, term))
  if (specialties.some((one) => one !== undefined)) query.specialties = specialties.map((one) => one ?? 0)
}

/** Of a term in parts the most special one counts, for a page may hold the others by chance. */
function specialtyOf(language: Language, { text, parts }: Term): number | undefined {
  const names = parts.length > 0 ? parts.map((part) => part.text) : [text]
  const known = names.flatMap((name) => specialtyIn(language, name) ?? [])
  return known.length > 0 ? Math.max(...known) : undefined
}

/**
 * Looks up the terms of each language's query. A term counts the pages of all languages; one that no page holds is
 * replaced by the words that may have been meant. `documents` is how many pages may be read.
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

/** The pages of a term, how telling it is aside. */
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

/** Over all languages; a part by the term that it belongs to. */
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
