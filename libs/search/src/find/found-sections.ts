import type { ByteReader } from '../segment/byte-reader.ts'
import { type Anchors, fieldsBeforeSections, readAnchors } from '../segment/record.ts'
import type { Hits } from './hits.ts'
import type { Located } from './page-order.ts'
import { closeness } from './page-score.ts'
import { nowhere, type PageFields, type PagePlaces, type Places, placesOf } from './places.ts'
import { tuning } from './ranking.ts'
import { relatedPlaces } from './related-hits.ts'
import { bestAt, coverageOf, relevanceOf } from './section-rules.ts'
import type { TermHits } from './terms.ts'

const placesShown = 100
const titleShare = 2

/** A word of the query in the text of a section. */
export interface FoundPlace {
  /** The term, by its place in the query. */
  term: number
  /** Tokens of the text before it. */
  token: number
  /** A token at or shortly before it, and where in the text it begins, in UTF-16 units. */
  anchor: { token: number; offset: number }
}

/** A section that answers. */
export interface FoundSection {
  /** Its place in the page. */
  index: number
  score: number
  /** Share of what is asked that stands in it or in the page's title, 0 to 1, rare words counting more than common ones. */
  coverage: number
  /** How well it answers by itself; comparable within one search. */
  relevance: number
  /** Where the words stand in its text, in order; none where only the title has them. */
  places: FoundPlace[]
}

/** Where each term stands in each field of a page. */
type ByField = readonly ReadonlyMap<number, Places>[]

interface PlacesByField {
  /** Whole or by their parts. */
  terms: ByField
  synonyms: ByField
}

export const placesByField = (
  hits: Hits,
  terms: readonly TermHits[],
  page: Located,
  { fields, terms: found, synonyms }: PagePlaces,
): PlacesByField => ({
  terms: terms.map((term, index) => fields.split(placesOrParts(hits, term, page, found[index] ?? nowhere))),
  synonyms: synonyms.map((places) => fields.split(places)),
})

/**
 * The best sections of a page, so many at most: those with the rarest words of the query, in the title above all, close
 * together. `record` is the page's, read up to its anchors.
 */
export function sectionsOf(
  terms: readonly TermHits[],
  { terms: places, synonyms }: PlacesByField,
  fields: PageFields,
  { record, most }: { record: ByteReader; most: number },
): FoundSection[] {
  const inField = (field: number, of = places) => of.map((byField) => byField.get(field) ?? nowhere)
  const inPageTitle = inField(0)
  const sections: { index: number; score: number; inTitle: Places[]; inText: Places[] }[] = []
  for (const index of sectionsWith(places, fields)) {
    const title = fieldsBeforeSections + 2 * index
    const inText = inField(title + 1)
    const inTitle = inField(title)
    let score = closeness(terms, inText)
    for (const [at, { rarity }] of terms.entries()) {
      score += rarity * (titleShare * bestAt(inTitle, at) + bestAt(inText, at))
    }
    if (score > 0) sections.push({ index, score, inTitle, inText })
  }
  sections.sort((one, other) => other.score - one.score || one.index - other.index)
  const anchors = readAnchors(record)
  return sections.slice(0, most).map(({ index, score, inTitle, inText }) => {
    const [title, text] = [fieldsBeforeSections + 2 * index, fieldsBeforeSections + 2 * index + 1]
    const all = { inPageTitle, inTitle, inText }
    const size = (fields.counts[title] ?? 0) + (fields.counts[text] ?? 0)
    const like = {
      inPageTitle: inField(0, synonyms),
      inTitle: inField(title, synonyms),
      inText: inField(text, synonyms),
    }
    const places = anchored(inText, fields.startOf(text), anchors[index] ?? [])
    return { index, score, coverage: coverageOf(terms, all), relevance: relevanceOf(terms, all, like, size), places }
  })
}

/** Where a term stands, or what it is made of, or what means the same. */
function placesOrParts(hits: Hits, term: TermHits, page: Located, whole: Places): Places {
  if (whole.positions.length > 0) return whole
  const places = new Map<number, number>()
  for (const part of term.parts) {
    const { positions, worths } = placesOf(hits, part.words, page)
    for (const [at, position] of positions.entries()) {
      places.set(position, Math.max(tuning.part * (worths[at] ?? 0), places.get(position) ?? 0))
    }
  }
  for (const phrase of term.related) {
    const { positions, worths } = relatedPlaces(hits, phrase, page)
    for (const [at, position] of positions.entries())
      places.set(position, Math.max(worths[at] ?? 0, places.get(position) ?? 0))
  }
  const sorted = [...places].sort(([one], [other]) => one - other)
  return { positions: sorted.map(([position]) => position), worths: sorted.map(([, worth]) => worth) }
}

/** The sections that have a word of the query in title or text, each once. */
function sectionsWith(places: ByField, fields: PageFields): Set<number> {
  const found = new Set<number>()
  for (const fieldPlaces of places) {
    for (const field of fieldPlaces.keys()) {
      const section = Math.floor((field - fieldsBeforeSections) / 2)
      if (section >= 0 && section < fields.sections) found.add(section)
    }
  }
  return found
}

/** The first places of all terms, in order; `start` is the position of the text's first token. */
function anchored(places: readonly Places[], start: number, anchors: Anchors): FoundPlace[] {
  const found = places.flatMap(({ positions }, term) =>
    // More of one term are never shown.
    positions.slice(0, placesShown).map((position) => ({ term, token: position - start })),
  )
  if (places.length > 1) found.sort((one, other) => one.token - other.token || one.term - other.term)
  let at = -1
  return found.slice(0, placesShown).map(({ term, token }) => {
    while ((anchors[at + 1]?.token ?? Number.POSITIVE_INFINITY) <= token) at++
    return { term, token, anchor: anchors[at] ?? { token: 0, offset: 0 } }
  })
}
