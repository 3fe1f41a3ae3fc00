import type { ByteReader } from '../segment/byte-reader.ts'
import { fieldWorth } from '../segment/page-fields.ts'
import { type Anchors, fieldsBeforeSections, readAnchors } from '../segment/page-record.ts'
import type { Hits } from './hits.ts'
import { noOccurrences, type Occurrences, occurrencesOf, type PageFields, type PageOccurrences } from './occurrences.ts'
import type { Located } from './page-order.ts'
import { bestOf, closeness } from './page-score.ts'
import { lengthOf, saturated, tuning } from './ranking.ts'
import { relatedOccurrences } from './related-hits.ts'
import type { TermHits } from './term-hits.ts'

/** The occurrences of each term of a query in the fields of one section. */
interface SectionOccurrences {
  inPageTitle: readonly Occurrences[]
  inTitle: readonly Occurrences[]
  inText: readonly Occurrences[]
}

/**
 * The typical number of words of a section. A constant, so that a section's relevance does not depend on the other
 * results.
 */
const usualSectionWords = 80

const maxFoundWords = 100
const titleShare = 2

/** An occurrence of a query's word in the text of a section. */
export interface FoundWord {
  /** The index of the term in the query. */
  term: number
  /** The number of tokens before the word in the text. */
  token: number
  /** A token at or shortly before the word, and its offset in the text, in UTF-16 units. */
  anchor: { token: number; offset: number }
}

/** A section that contains words of the query. */
export interface FoundSection {
  /** The index of the section in the page. */
  index: number
  score: number
  /** The share of the query that the section and the page's title contain, 0 to 1; rare words count more. */
  coverage: number
  /** The score of the section by itself; comparable within one search. */
  relevance: number
  /** The words found in the text, in order; none if only the title contains them. */
  words: FoundWord[]
}

/** The occurrences of each term in each field of a page. */
type ByField = readonly ReadonlyMap<number, Occurrences>[]

interface OccurrencesByField {
  /** Occurrences of the terms, whole or by their parts. */
  terms: ByField
  synonyms: ByField
}

export const occurrencesByField = (
  hits: Hits,
  terms: readonly TermHits[],
  page: Located,
  { fields, terms: found, synonyms }: PageOccurrences,
): OccurrencesByField => ({
  terms: terms.map((term, index) => fields.split(occurrencesOrParts(hits, term, page, found[index] ?? noOccurrences))),
  synonyms: synonyms.map((one) => fields.split(one)),
})

/** Equal sums differ in their last digits where they were added in another order. */
const comparable = (score: number) => Math.round(score * 1e9)

/**
 * Returns the best `limit` sections of a page: those with the rarest words of the query, close together, and above all
 * in the title. `record` is that of the page, read up to its anchors.
 */
export function sectionsOf(
  terms: readonly TermHits[],
  { terms: occurrences, synonyms }: OccurrencesByField,
  fields: PageFields,
  { record, limit }: { record: ByteReader; limit: number },
): FoundSection[] {
  const inField = (field: number, of = occurrences) => of.map((byField) => byField.get(field) ?? noOccurrences)
  const inPageTitle = inField(0)
  const sections: { index: number; score: number; inTitle: Occurrences[]; inText: Occurrences[] }[] = []
  for (const index of sectionsWith(occurrences, fields)) {
    const title = fieldsBeforeSections + 2 * index
    const inText = inField(title + 1)
    const inTitle = inField(title)
    let score = closeness(terms, inText)
    for (const [at, { rarity }] of terms.entries()) {
      score += rarity * (titleShare * bestAt(inTitle, at) + bestAt(inText, at))
    }
    if (score > 0) sections.push({ index, score, inTitle, inText })
  }
  sections.sort((one, other) => comparable(other.score) - comparable(one.score) || one.index - other.index)
  const anchors = readAnchors(record)
  return sections.slice(0, limit).map(({ index, score, inTitle, inText }) => {
    const [title, text] = [fieldsBeforeSections + 2 * index, fieldsBeforeSections + 2 * index + 1]
    const all = { inPageTitle, inTitle, inText }
    const size = (fields.counts[title] ?? 0) + (fields.counts[text] ?? 0)
    const like = {
      inPageTitle: inField(0, synonyms),
      inTitle: inField(title, synonyms),
      inText: inField(text, synonyms),
    }
    const words = anchored(inText, fields.startOf(text), anchors[index] ?? [])
    return { index, score, coverage: coverageOf(terms, all), relevance: relevanceOf(terms, all, like, size), words }
  })
}

/** Returns the occurrences of a term; if it has none, those of its parts and of related phrases. */
function occurrencesOrParts(hits: Hits, term: TermHits, page: Located, whole: Occurrences): Occurrences {
  if (whole.positions.length > 0) return whole
  const worthAt = new Map<number, number>()
  for (const part of term.parts) {
    const { positions, worths } = occurrencesOf(hits, part.words, page)
    for (const [at, position] of positions.entries()) {
      worthAt.set(position, Math.max(tuning.part * (worths[at] ?? 0), worthAt.get(position) ?? 0))
    }
  }
  for (const phrase of term.related) {
    const { positions, worths } = relatedOccurrences(hits, phrase, page)
    for (const [at, position] of positions.entries())
      worthAt.set(position, Math.max(worths[at] ?? 0, worthAt.get(position) ?? 0))
  }
  const sorted = [...worthAt].sort(([one], [other]) => one - other)
  return { positions: sorted.map(([position]) => position), worths: sorted.map(([, worth]) => worth) }
}

/** Returns the sections that contain a word of the query in title or text. */
function sectionsWith(occurrences: ByField, fields: PageFields): Set<number> {
  const found = new Set<number>()
  for (const byField of occurrences) {
    for (const field of byField.keys()) {
      const section = Math.floor((field - fieldsBeforeSections) / 2)
      if (section >= 0 && section < fields.sections) found.add(section)
    }
  }
  return found
}

/**
 * Returns the first occurrences of all terms, in order, with anchors. `start` is the position of the text's first
 * token.
 */
function anchored(occurrences: readonly Occurrences[], start: number, anchors: Anchors): FoundWord[] {
  const found = occurrences.flatMap(({ positions }, term) =>
    // No result contains more occurrences of one term.
    positions.slice(0, maxFoundWords).map((position) => ({ term, token: position - start })),
  )
  if (occurrences.length > 1) found.sort((one, other) => one.token - other.token || one.term - other.term)
  let at = -1
  return found.slice(0, maxFoundWords).map(({ term, token }) => {
    while ((anchors[at + 1]?.token ?? Number.POSITIVE_INFINITY) <= token) at++
    return { term, token, anchor: anchors[at] ?? { token: 0, offset: 0 } }
  })
}

/**
 * Returns the share of the terms that the section or its page's title contains, 0 to 1, weighted by rarity. The
 * occurrence with the highest weight counts for a term.
 */
function coverageOf(terms: readonly TermHits[], { inPageTitle, inTitle, inText }: SectionOccurrences): number {
  let [covered, total] = [0, 0]
  for (const [at, { rarity }] of terms.entries()) {
    covered += rarity * Math.max(...[inPageTitle, inTitle, inText].map((field) => bestAt(field, at)))
    total += rarity
  }
  return total > 0 ? covered / total : 0
}

/**
 * Returns the relevance of a section of `size` words as an answer: scored like a page, with the page's title as a
 * heading. `synonyms` are the occurrences of synonyms of the terms.
 */
function relevanceOf(
  terms: readonly TermHits[],
  occurrences: SectionOccurrences,
  synonyms: SectionOccurrences,
  size: number,
): number {
  const { inTitle, inText } = occurrences
  const length = lengthOf(size, usualSectionWords)
  let score = closeness(terms, inTitle) + closeness(terms, inText)
  for (const [at, { rarity }] of terms.entries()) {
    const frequency = frequencyAt(occurrences, at) + frequencyAt(synonyms, at)
    score += rarity * saturated(frequency, length)
  }
  return score
}

function bestAt(occurrences: readonly Occurrences[], index: number): number {
  const one = occurrences[index]
  return one ? bestOf(one) : 0
}

const frequencyAt = ({ inPageTitle, inTitle, inText }: SectionOccurrences, index: number) =>
  fieldWorth.heading * amountAt(inPageTitle, index) +
  fieldWorth.title * amountAt(inTitle, index) +
  fieldWorth.body * amountAt(inText, index)

const amountAt = (occurrences: readonly Occurrences[], index: number) =>
  occurrences[index]?.worths.reduce((sum, worth) => sum + worth, 0) ?? 0
