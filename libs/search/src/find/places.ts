import { fieldWorth } from '../segment/fields.ts'
import { fieldStarts, fieldsBeforeSections, readCounts } from '../segment/record.ts'
import { findHit, type Hits, positionsOf, type WordHits } from './hits.ts'
import type { Located } from './page-order.ts'
import type { TermHits } from './terms.ts'

/** Where a term stands in a page: at each position the best of its words, in order. */
export interface Places {
  positions: number[]
  worths: number[]
}

/** What was read of a page to score it. */
export interface PagePlaces {
  fields: PageFields
  /** Of each term of the query. */
  terms: Places[]
  /** Of the words that may mean the same as each term. */
  synonyms: Places[]
}

export const nowhere: Places = { positions: [], worths: [] }

export const placesIn = (hits: Hits, terms: readonly TermHits[], page: Located): PagePlaces => ({
  fields: new PageFields(page),
  terms: terms.map(({ words }) => placesOf(hits, words, page)),
  synonyms: terms.map(({ synonyms }) => (synonyms.length > 0 ? placesOf(hits, synonyms, page) : nowhere)),
})

/** The places of some words in a page. */
export function placesOf(hits: Hits, words: readonly WordHits[], { index, segment, base, local }: Located): Places {
  const found: Places[] = []
  for (const list of words) {
    if (list.segment !== index) continue
    const hit = findHit(hits, list, base + local)
    if (hit < 0) continue
    const positions = positionsOf(hits, hit, segment.parts.places)
    found.push({ positions, worths: new Array<number>(positions.length).fill(list.worth) })
  }
  return merged(found, 0, found.length)
}

/** All places of some lists in order; of several at one position the best. */
function merged(found: readonly Places[], from: number, to: number): Places {
  if (to - from <= 1) return found[from] ?? { positions: [], worths: [] }
  const middle = (from + to) >>> 1
  const [one, other] = [merged(found, from, middle), merged(found, middle, to)]
  const places: Places = { positions: [], worths: [] }
  let [first, second] = [0, 0]
  while (first < one.positions.length || second < other.positions.length) {
    const position = one.positions[first] ?? Number.POSITIVE_INFINITY
    const against = other.positions[second] ?? Number.POSITIVE_INFINITY
    const worth = position <= against ? (one.worths[first++] ?? 0) : 0
    const otherWorth = against <= position ? (other.worths[second++] ?? 0) : 0
    places.positions.push(Math.min(position, against))
    places.worths.push(Math.max(worth, otherWorth))
  }
  return places
}

/** Which field a position lies in. */
export class PageFields {
  readonly counts: readonly number[]
  private readonly starts: readonly number[]

  constructor({ segment, local }: Located) {
    this.counts = readCounts(segment.recordOf(local))
    this.starts = fieldStarts(this.counts)
  }

  get titleSize(): number {
    return this.counts[0] ?? 0
  }

  get sections(): number {
    return Math.max(0, Math.floor((this.counts.length - fieldsBeforeSections - 1) / 2))
  }

  /** What the words at these positions, in order, add up to: each its worth times that of its field. */
  weigh({ positions, worths }: Places): number {
    let [field, sum] = [0, 0]
    for (let at = 0; at < positions.length; at++) {
      field = this.fieldFrom(field, positions[at] ?? 0)
      sum += (worths[at] ?? 0) * worthOfField(field, this.counts.length)
    }
    return sum
  }

  /** The places in each field that has any. */
  split({ positions, worths }: Places): Map<number, Places> {
    const split = new Map<number, Places>()
    for (let from = 0, field = 0; from < positions.length; ) {
      field = this.fieldFrom(field, positions[from] ?? 0)
      const end = this.starts[field + 1] ?? Number.POSITIVE_INFINITY
      let to = from + 1
      while (to < positions.length && (positions[to] ?? 0) < end) to++
      split.set(field, { positions: positions.slice(from, to), worths: worths.slice(from, to) })
      from = to
    }
    return split
  }

  /** The field of a position that lies in this field or behind it. */
  private fieldFrom(field: number, position: number): number {
    let at = field
    // A field without words begins where the next one does.
    while ((this.starts[at + 1] ?? 0) <= position && at + 1 < this.counts.length) at++
    return at
  }

  /** Where a field begins. */
  startOf(field: number): number {
    return this.starts[field] ?? 0
  }
}

/** How much a word counts in a field. */
function worthOfField(field: number, fields: number): number {
  if (field === 0) return fieldWorth.title
  if (field === 1) return fieldWorth.heading
  if (field === 2) return fieldWorth.description
  const isTitle = (field - fieldsBeforeSections) % 2 === 0 && field < fields - 1
  return isTitle ? fieldWorth.heading : fieldWorth.body
}
