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
    const positions = positionsOf(hits, hit, segment.parts.postings)
    found.push({ positions, worths: new Array<number>(positions.length).fill(list.worth) })
  }
  const [only] = found
  return only && found.length === 1 ? only : merged(found)
}

/** All places in order; of several at one position the best. */
function merged(found: readonly Places[]): Places {
  const all = found.flatMap(({ positions, worths }) =>
    positions.map((position, at) => ({ position, worth: worths[at] ?? 0 })),
  )
  all.sort((one, other) => one.position - other.position || other.worth - one.worth)
  const first = all.filter(({ position }, at) => at === 0 || all[at - 1]?.position !== position)
  return { positions: first.map(({ position }) => position), worths: first.map(({ worth }) => worth) }
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
