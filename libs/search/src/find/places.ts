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
    let worth = worthOfField(0, this.counts.length)
    for (let at = 0; at < positions.length; at++) {
      const position = positions[at] ?? 0
      // A field without words begins where the next one does.
      while ((this.starts[field + 1] ?? 0) <= position && field + 1 < this.counts.length) {
        worth = worthOfField(++field, this.counts.length)
      }
      sum += (worths[at] ?? 0) * worth
    }
    return sum
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
