import type { Hits } from './hits.ts'
import type { Located } from './page-order.ts'
import { nowhere, type PageFields, type PagePlaces, type Places, placesOf } from './places.ts'
import { lengthOf, saturated, tuning } from './ranking.ts'
import { relatedScore } from './related-hits.ts'
import type { TermHits } from './terms.ts'

/** What a page is worth for a query. */
export interface PageScore {
  /** Higher is better; comparable within one search only. */
  score: number
  /** Share of what is asked that the page has, 0 to 1, rare words counting more than common ones. */
  coverage: number
  /** It has every term. */
  complete: boolean
  /**
   * How special the most special term is that it lacks, 0 to 1; 0 where it lacks none. Where that is not known of any
   * term, 1 for a page that has less than a third of what is asked.
   */
  lacks: number
}

const leastCoverage = 1 / 3

/**
 * Scores one page by the places of its words: BM25 over weighted fields, raised where the words stand close together
 * and in order, and where they make up the title.
 */
export function scorePage(
  hits: Hits,
  terms: readonly TermHits[],
  page: Located,
  { fields, terms: places, synonyms }: PagePlaces,
  meanSize: number,
  specialties?: readonly number[],
): PageScore {
  const size = page.segment.parts.sizes[page.local] ?? 0
  const length = lengthOf(size, meanSize)
  let [score, covered, total, complete, lacks] = [0, 0, 0, true, 0]
  for (const [index, term] of terms.entries()) {
    const found = places[index] ?? nowhere
    const frequency = fields.weigh(found) + fields.weigh(synonyms[index] ?? nowhere)
    const partial = partsScore(hits, term, page, fields, length)
    const related = relatedScore(hits, term, page, fields, length)
    score += Math.max(saturated(frequency, length) * term.rarity + partial.score, related.score)
    const coverage = Math.max(bestOf(found), partial.coverage, related.coverage)
    covered += coverage * term.rarity
    total += term.rarity
    complete &&= coverage > 0
    const isHeld = found.positions.length > 0 || partial.together || related.coverage > 0
    if (!isHeld) lacks = Math.max(lacks, specialties?.[index] ?? 0)
  }
  score += closeness(terms, places) + titleScore(terms, places, fields)
  const coverage = total > 0 ? covered / total : 0
  return { score, coverage, complete, lacks: specialties ? lacks : Number(coverage < leastCoverage) }
}

function partsScore(hits: Hits, { parts }: TermHits, page: Located, fields: PageFields, length: number) {
  if (parts.length === 0) return { score: 0, coverage: 0, together: false }
  let score = 0
  const places = parts.map(({ words }) => placesOf(hits, words, page))
  for (const [index, found] of places.entries()) {
    score += saturated(fields.weigh(found), length) * (parts[index]?.rarity ?? 0)
  }
  const all = places.every(({ positions }) => positions.length > 0)
  return {
    score: (score / parts.length) * tuning.part,
    coverage: all ? tuning.part : 0,
    together: all && standTogether(places),
  }
}

/** Whether the parts of a name stand behind its first one somewhere, as where it is written in several words. */
function standTogether([first, ...others]: readonly Places[]): boolean {
  const within = others.length + 1
  const at = others.map(() => 0)
  const isNear = (start: number, { positions }: Places, index: number) => {
    let place = at[index] ?? 0
    while ((positions[place] ?? Number.POSITIVE_INFINITY) < start) place++
    at[index] = place
    return (positions[place] ?? Number.POSITIVE_INFINITY) <= start + within
  }
  return first?.positions.some((start) => others.every((other, index) => isNear(start, other, index))) ?? false
}

export function bestOf({ worths }: Places): number {
  return worths.reduce((highest, worth) => Math.max(highest, worth), 0)
}

/** What it is worth that neighbours in the query are neighbours in the text. */
export function closeness(terms: readonly { rarity: number }[], places: readonly Places[]): number {
  let sum = 0
  for (let index = 1; index < terms.length; index++) {
    const [first, second] = [places[index - 1], places[index]]
    if (!first || !second) continue
    const distance = nearest(first.positions, second.positions)
    if (distance > tuning.near) continue
    sum += (tuning.closeness * Math.min(terms[index - 1]?.rarity ?? 0, terms[index]?.rarity ?? 0)) / distance
  }
  return sum
}

/** The least distance of two sorted lists of positions; out of order counts one more. */
function nearest(first: readonly number[], second: readonly number[]): number {
  let distance = Number.POSITIVE_INFINITY
  let at = 0
  for (const position of first) {
    while (at + 1 < second.length && (second[at] ?? 0) < position) at++
    // A word may stand for both terms, so the one behind it counts too.
    for (const other of [second[at - 1], second[at], second[at + 1]]) {
      if (other === undefined || other === position) continue
      distance = Math.min(distance, other > position ? other - position : position - other + 1)
    }
  }
  return distance
}

/** High for a title made of the query's words; each other word in it lowers the score. */
function titleScore(terms: readonly TermHits[], places: readonly Places[], fields: PageFields): number {
  let named = 0
  const used = new Set<number>()
  for (const [index, term] of terms.entries()) {
    const { positions = [], worths = [] } = places[index] ?? {}
    let best = 0
    for (let at = 0; at < positions.length && (positions[at] ?? 0) <= fields.titleSize; at++) {
      best = Math.max(best, worths[at] ?? 0)
      used.add(positions[at] ?? 0)
    }
    named += best * term.rarity
  }
  if (used.size === 0) return 0
  return named * tuning.title * (used.size / Math.max(used.size, fields.titleSize))
}
