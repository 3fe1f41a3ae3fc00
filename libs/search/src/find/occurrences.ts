import { fieldWorth } from '../segment/page-fields.ts'
import { fieldStarts, fieldsBeforeSections, readCounts } from '../segment/page-record.ts'
import { findHit, type Hits, positionsOf, type WordHits } from './hits.ts'
import type { Located } from './page-order.ts'
import type { TermHits } from './term-hits.ts'

/** The occurrences of a term in a page: sorted positions, each with the highest weight of the term's words there. */
export interface Occurrences {
  positions: number[]
  worths: number[]
}

/** The fields of a page and the occurrences of a query's words in it. */
export interface PageOccurrences {
  fields: PageFields
  /** Occurrences of each term of the query. */
  terms: Occurrences[]
  /** Occurrences of the synonyms of each term. */
  synonyms: Occurrences[]
}

export const noOccurrences: Occurrences = { positions: [], worths: [] }

export const findOccurrences = (hits: Hits, terms: readonly TermHits[], page: Located): PageOccurrences => ({
  fields: new PageFields(page),
  terms: terms.map(({ words }) => occurrencesOf(hits, words, page)),
  synonyms: terms.map(({ synonyms }) => (synonyms.length > 0 ? occurrencesOf(hits, synonyms, page) : noOccurrences)),
})

/** Returns the occurrences of some words in a page. */
export function occurrencesOf(
  hits: Hits,
  words: readonly WordHits[],
  { index, segment, base, local }: Located,
): Occurrences {
  const found: Occurrences[] = []
  for (const list of words) {
    if (list.segment !== index) continue
    const hit = findHit(hits, list, base + local)
    if (hit < 0) continue
    const positions = positionsOf(hits, hit, segment.parts.positions)
    found.push({ positions, worths: new Array<number>(positions.length).fill(list.worth) })
  }
  return merged(found, 0, found.length)
}

/** Merges sorted lists of occurrences; of several at one position, the highest weight counts. */
function merged(found: readonly Occurrences[], from: number, to: number): Occurrences {
  if (to - from <= 1) return found[from] ?? { positions: [], worths: [] }
  const middle = (from + to) >>> 1
  const [one, other] = [merged(found, from, middle), merged(found, middle, to)]
  const all: Occurrences = { positions: [], worths: [] }
  let [first, second] = [0, 0]
  while (first < one.positions.length || second < other.positions.length) {
    const position = one.positions[first] ?? Number.POSITIVE_INFINITY
    const against = other.positions[second] ?? Number.POSITIVE_INFINITY
    const worth = position <= against ? (one.worths[first++] ?? 0) : 0
    const otherWorth = against <= position ? (other.worths[second++] ?? 0) : 0
    all.positions.push(Math.min(position, against))
    all.worths.push(Math.max(worth, otherWorth))
  }
  return all
}

/** The fields of a page, by their positions. */
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

  /** Returns the sum of the weights of occurrences, in order, each times the weight of its field. */
  weigh({ positions, worths }: Occurrences): number {
    let [field, sum] = [0, 0]
    for (let at = 0; at < positions.length; at++) {
      field = this.fieldFrom(field, positions[at] ?? 0)
      sum += (worths[at] ?? 0) * worthOfField(field, this.counts.length)
    }
    return sum
  }

  /** Splits occurrences by field; fields without any are left out. */
  split({ positions, worths }: Occurrences): Map<number, Occurrences> {
    const split = new Map<number, Occurrences>()
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

  /** Returns the field of a position that lies in `field` or a later one. */
  private fieldFrom(field: number, position: number): number {
    let at = field
    // A field without words begins at the same position as the next one.
    while ((this.starts[at + 1] ?? 0) <= position && at + 1 < this.counts.length) at++
    return at
  }

  /** Returns the first position of a field. */
  startOf(field: number): number {
    return this.starts[field] ?? 0
  }
}

/** Returns the weight of a field. */
function worthOfField(field: number, fields: number): number {
  if (field === 0) return fieldWorth.title
  if (field === 1) return fieldWorth.heading
  if (field === 2) return fieldWorth.description
  const isTitle = (field - fieldsBeforeSections) % 2 === 0 && field < fields - 1
  return isTitle ? fieldWorth.heading : fieldWorth.body
}
