import type { Hits } from './hits.ts'
import { noOccurrences, type Occurrences, occurrencesOf, type PageFields, type PageOccurrences } from './occurrences.ts'
import type { Located } from './page-order.ts'
import { lengthOf, saturated, tuning } from './ranking.ts'
import { relatedScore } from './related-hits.ts'
import type { TermHits } from './term-hits.ts'

/** The score of a page for a query. */
export interface PageScore {
  /** The score; comparable only within one search. */
  score: number
  /** The share of the query that the page contains, 0 to 1; rare words count more. */
  coverage: number
  /** True if the page contains all terms. */
  complete: boolean
  /**
   * The highest specialty of a term that the page lacks, 0 to 1; 0 if it lacks none. If no term's specialty is known, 1
   * for a page that contains less than a third of the query.
   */
  lacks: number
}

const minCoverage = 1 / 3

/**
 * Scores one page by the positions of its words: BM25 over weighted fields, higher if the words are close together and
 * in order, and if they make up the title.
 */
export function scorePage(
  hits: Hits,
  terms: readonly TermHits[],
  page: Located,
  { fields, terms: occurrences, synonyms }: PageOccurrences,
  meanSize: number,
  specialties?: readonly number[],
): PageScore {
  const size = page.segment.parts.sizes[page.local] ?? 0
  const length = lengthOf(size, meanSize)
  let [score, covered, total, complete, lacks] = [0, 0, 0, true, 0]
  for (const [index, term] of terms.entries()) {
    const found = occurrences[index] ?? noOccurrences
    const frequency = fields.weigh(found) + fields.weigh(synonyms[index] ?? noOccurrences)
    const partial = partsScore(hits, term, page, fields, length)
    const related = relatedScore(hits, term, page, fields, length)
    score += Math.max(saturated(frequency, length) * term.rarity + partial.score, related.score)
    const coverage = Math.max(bestOf(found), partial.coverage, related.coverage)
    covered += coverage * term.rarity
    total += term.rarity
    complete &&= coverage > 0
    const isFound = found.positions.length > 0 || partial.together || related.coverage > 0
    if (!isFound) lacks = Math.max(lacks, specialties?.[index] ?? 0)
  }
  score += closeness(terms, occurrences) + titleScore(terms, occurrences, fields)
  const coverage = total > 0 ? covered / total : 0
  return { score, coverage, complete, lacks: specialties ? lacks : Number(coverage < minCoverage) }
}

function partsScore(hits: Hits, { parts }: TermHits, page: Located, fields: PageFields, length: number) {
  if (parts.length === 0) return { score: 0, coverage: 0, together: false }
  let score = 0
  const occurrences = parts.map(({ words }) => occurrencesOf(hits, words, page))
  for (const [index, found] of occurrences.entries()) {
    score += saturated(fields.weigh(found), length) * (parts[index]?.rarity ?? 0)
  }
  const all = occurrences.every(({ positions }) => positions.length > 0)
  return {
    score: (score / parts.length) * tuning.part,
    coverage: all ? tuning.part : 0,
    together: all && standTogether(occurrences),
  }
}

/** True if the parts of a name occur together somewhere, as if the name is written in several words. */
function standTogether([first, ...others]: readonly Occurrences[]): boolean {
  const within = others.length + 1
  const at = others.map(() => 0)
  const isNear = (start: number, { positions }: Occurrences, index: number) => {
    let next = at[index] ?? 0
    while ((positions[next] ?? Number.POSITIVE_INFINITY) < start) next++
    at[index] = next
    return (positions[next] ?? Number.POSITIVE_INFINITY) <= start + within
  }
  return first?.positions.some((start) => others.every((other, index) => isNear(start, other, index))) ?? false
}

export function bestOf({ worths }: Occurrences): number {
  return worths.reduce((highest, worth) => Math.max(highest, worth), 0)
}

/** Returns the score for terms that are adjacent in the query and close together in the text. */
export function closeness(terms: readonly { rarity: number }[], occurrences: readonly Occurrences[]): number {
  let sum = 0
  for (let index = 1; index < terms.length; index++) {
    const [first, second] = [occurrences[index - 1], occurrences[index]]
    if (!first || !second) continue
    const distance = nearest(first.positions, second.positions)
    if (distance > tuning.near) continue
    sum += (tuning.closeness * Math.min(terms[index - 1]?.rarity ?? 0, terms[index]?.rarity ?? 0)) / distance
  }
  return sum
}

/** Returns the least distance between two sorted lists of positions; one more if they are out of order. */
function nearest(first: readonly number[], second: readonly number[]): number {
  let distance = Number.POSITIVE_INFINITY
  let at = 0
  for (const position of first) {
    while (at + 1 < second.length && (second[at] ?? 0) < position) at++
    // A word may match both terms, so the next one is checked too.
    for (const other of [second[at - 1], second[at], second[at + 1]]) {
      if (other === undefined || other === position) continue
      distance = Math.min(distance, other > position ? other - position : position - other + 1)
    }
  }
  return distance
}

/** Returns a score that is high for a title of the query's words; each other word in the title lowers it. */
function titleScore(terms: readonly TermHits[], occurrences: readonly Occurrences[], fields: PageFields): number {
  let named = 0
  const used = new Set<number>()
  for (const [index, term] of terms.entries()) {
    const { positions = [], worths = [] } = occurrences[index] ?? {}
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
