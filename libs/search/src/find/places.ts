import { fieldWorth } from '../segment/fields.ts'
import { fieldStarts, fieldsBeforeSections, readCounts } from '../segment/record.ts'
import { findHit, type Hits, positionsOf } from './hits.ts'
import type { Located } from './page-order.ts'
import type { TermHits } from './terms.ts'

/** Where a term stands in a page: at each position the best of its words, in order. */
export interface Places {
  positions: number[]
  worths: number[]
}

/** The places of a term in a page. */
export function placesOf(hits: Hits, { words }: TermHits, { index, segment, base, local }: Located): Places {
  let found: Places | undefined
  for (const list of words) {
    if (list.segment !== index) continue
    const hit = findHit(hits, list, base + local)
    if (hit < 0) continue
    const positions = positionsOf(hits, hit, segment.parts.postings)
    const places = { positions, worths: positions.map(() => list.worth) }
    found = found ? merged(found, places) : places
  }
  return found ?? { positions: [], worths: [] }
}

function merged(one: Places, other: Places): Places {
  const places: Places = { positions: [], worths: [] }
  let [first, second] = [0, 0]
  while (first < one.positions.length || second < other.positions.length) {
    const position = one.positions[first] ?? Number.POSITIVE_INFINITY
    const against = other.positions[second] ?? Number.POSITIVE_INFINITY
    const worth = position <= against ? (one.worths[first] ?? 0) : 0
    const otherWorth = against <= position ? (other.worths[second] ?? 0) : 0
    places.positions.push(Math.min(position, against))
    places.worths.push(Math.max(worth, otherWorth))
    if (position <= against) first++
    if (against <= position) second++
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
    return Math.max(0, (this.counts.length - fieldsBeforeSections - 1) >>> 1)
  }

  /** The last field that begins at or before a position: those without words begin where the next one does. */
  fieldAt(position: number): number {
    let [low, high] = [0, this.counts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.starts[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Where a field begins. */
  startOf(field: number): number {
    return this.starts[field] ?? 0
  }
}

/** How much a word counts in a field. */
export function worthOfField(field: number, fields: number): number {
  if (field === 0) return fieldWorth.title
  if (field === 1) return fieldWorth.heading
  if (field === 2) return fieldWorth.description
  const isTitle = (field - fieldsBeforeSections) % 2 === 0 && field < fields - 1
  return isTitle ? fieldWorth.heading : fieldWorth.body
}
