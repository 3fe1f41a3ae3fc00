import { fieldWorth } from '../segment/page-fields.ts'
import type { Occurrences } from './occurrences.ts'
import { bestOf, closeness } from './page-score.ts'
import { lengthOf, saturated } from './ranking.ts'
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
const usualSize = 80

/**
 * Returns the share of the terms that the section or its page's title contains, 0 to 1, weighted by rarity. The
 * occurrence with the highest weight counts for a term.
 */
export function coverageOf(terms: readonly TermHits[], { inPageTitle, inTitle, inText }: SectionOccurrences): number {
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
export function relevanceOf(
  terms: readonly TermHits[],
  occurrences: SectionOccurrences,
  synonyms: SectionOccurrences,
  size: number,
): number {
  const { inTitle, inText } = occurrences
  const length = lengthOf(size, usualSize)
  let score = closeness(terms, inTitle) + closeness(terms, inText)
  for (const [at, { rarity }] of terms.entries()) {
    const frequency = frequencyAt(occurrences, at) + frequencyAt(synonyms, at)
    score += rarity * saturated(frequency, length)
  }
  return score
}

export function bestAt(occurrences: readonly Occurrences[], index: number): number {
  const one = occurrences[index]
  return one ? bestOf(one) : 0
}

const frequencyAt = ({ inPageTitle, inTitle, inText }: SectionOccurrences, index: number) =>
  fieldWorth.heading * amountAt(inPageTitle, index) +
  fieldWorth.title * amountAt(inTitle, index) +
  fieldWorth.body * amountAt(inText, index)

const amountAt = (occurrences: readonly Occurrences[], index: number) =>
  occurrences[index]?.worths.reduce((sum, worth) => sum + worth, 0) ?? 0
