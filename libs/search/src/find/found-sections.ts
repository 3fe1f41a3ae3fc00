import { type Anchors, fieldsBeforeSections, readAnchors, readCounts, readTitle } from '../segment/record.ts'
import type { Hits } from './hits.ts'
import type { Located } from './page-order.ts'
import { bestOf, closeness } from './page-score.ts'
import { PageFields, type Places, placesOf } from './places.ts'
import { tuning } from './ranking.ts'
import type { TermHits } from './terms.ts'

const sectionsShown = 3
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
  /** Where the words stand in its text, in order; none where only the title has them. */
  places: FoundPlace[]
}

/** The best sections of a page: those with the rarest words of the query, in the title above all, close together. */
export function sectionsOf(hits: Hits, terms: readonly TermHits[], page: Located): FoundSection[] {
  const fields = new PageFields(page)
  const places = terms.map((term) => placesOrParts(hits, term, page))
  const inPageTitle = places.map((one) => within(one, fields, 0))
  const sections: (FoundSection & { inText: Places[] })[] = []
  for (let index = 0; index < fields.sections; index++) {
    const title = fieldsBeforeSections + 2 * index
    const [inTitle, inText] = [
      places.map((one) => within(one, fields, title)),
      places.map((one) => within(one, fields, title + 1)),
    ]
    const score = terms.reduce(
      (sum, { rarity }, at) => {
        return sum + rarity * (titleShare * bestAt(inTitle, at) + bestAt(inText, at))
      },
      closeness(terms, inText),
    )
    const coverage = coverageOf(terms, [inPageTitle, inTitle, inText])
    if (score > 0) sections.push({ index, score, coverage, places: [], inText })
  }
  sections.sort((one, other) => other.score - one.score || one.index - other.index)
  const shown = sections.slice(0, sectionsShown).map(({ index, score, coverage, inText }) => {
    return { index, score, coverage, places: placesIn(inText, fields.startOf(fieldsBeforeSections + 2 * index + 1)) }
  })
  anchor(shown, page)
  return shown
}

/** Of the terms, weighed by how telling they are, those that stand in any of these fields. */
function coverageOf(terms: readonly TermHits[], fields: readonly (readonly Places[])[]): number {
  let [covered, total] = [0, 0]
  for (const [at, { rarity }] of terms.entries()) {
    covered += rarity * Math.max(...fields.map((places) => bestAt(places, at)))
    total += rarity
  }
  return total > 0 ? covered / total : 0
}

/** Where a term stands, or what it is made of. */
function placesOrParts(hits: Hits, term: TermHits, page: Located): Places {
  const whole = placesOf(hits, term, page)
  if (whole.positions.length > 0) return whole
  const places = new Map<number, number>()
  for (const part of term.parts) {
    const { positions, worths } = placesOf(hits, part, page)
    for (const [at, position] of positions.entries()) {
      places.set(position, Math.max(tuning.part * (worths[at] ?? 0), places.get(position) ?? 0))
    }
  }
  const sorted = [...places].sort(([one], [other]) => one - other)
  return { positions: sorted.map(([position]) => position), worths: sorted.map(([, worth]) => worth) }
}

function within({ positions, worths }: Places, fields: PageFields, field: number): Places {
  const count = fields.counts[field] ?? 0
  if (count === 0 || positions.length === 0) return nowhere
  const start = fields.startOf(field)
  const from = firstFrom(positions, start)
  const to = firstFrom(positions, start + count)
  return from === to ? nowhere : { positions: positions.slice(from, to), worths: worths.slice(from, to) }
}

const nowhere: Places = { positions: [], worths: [] }

function firstFrom(positions: readonly number[], wanted: number): number {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((positions[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

function bestAt(places: readonly Places[], index: number): number {
  const one = places[index]
  return one ? bestOf(one) : 0
}

function placesIn(places: readonly Places[], start: number): FoundPlace[] {
  const found = places.flatMap(({ positions }, term) =>
    positions.map((position) => ({ term, token: position - start, anchor: { token: 0, offset: 0 } })),
  )
  return found.sort((one, other) => one.token - other.token || one.term - other.term).slice(0, placesShown)
}

function anchor(sections: readonly FoundSection[], { segment, local }: Located): void {
  const reader = segment.recordOf(local)
  readCounts(reader)
  readTitle(reader)
  const anchors = readAnchors(reader)
  for (const { index, places } of sections) {
    for (const place of places) place.anchor = before(anchors[index] ?? [], place.token)
  }
}

function before(anchors: Anchors, token: number): { token: number; offset: number } {
  return anchors.findLast((one) => one.token <= token) ?? { token: 0, offset: 0 }
}
