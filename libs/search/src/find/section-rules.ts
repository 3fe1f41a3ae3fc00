import { fieldWorth } from '../segment/fields.ts'
import { bestOf, closeness } from './page-score.ts'
import type { Places } from './places.ts'
import { lengthOf, saturated } from './ranking.ts'
import type { TermHits } from './terms.ts'

/** Where the terms of a query stand in one section: for each field the places of each term. */
interface SectionPlaces {
  inPageTitle: readonly Places[]
  inTitle: readonly Places[]
  inText: readonly Places[]
}

/** Words of a section as most are; a section is found by itself, whatever else was found. */
const usualSize = 80

/**
 * How much of the terms stands in the section or its page's title, 0 to 1, each term weighed by how telling it is. The
 * best place of a term counts.
 */
export function coverageOf(terms: readonly TermHits[], { inPageTitle, inTitle, inText }: SectionPlaces): number {
  let [covered, total] = [0, 0]
  for (const [at, { rarity }] of terms.entries()) {
    covered += rarity * Math.max(...[inPageTitle, inTitle, inText].map((places) => bestAt(places, at)))
    total += rarity
  }
  return total > 0 ? covered / total : 0
}

/**
 * A section of so many words as an answer: scored as a page is, with its page's title as a heading above it. `synonyms`
 * are the places of words that may mean the same.
 */
export function relevanceOf(
  terms: readonly TermHits[],
  places: SectionPlaces,
  synonyms: SectionPlaces,
  size: number,
): number {
  const { inTitle, inText } = places
  const length = lengthOf(size, usualSize)
  let score = closeness(terms, inTitle) + closeness(terms, inText)
  for (const [at, { rarity }] of terms.entries()) {
    const frequency = frequencyAt(places, at) + frequencyAt(synonyms, at)
    score += rarity * saturated(frequency, length)
  }
  return score
}

export function bestAt(places: readonly Places[], index: number): number {
  const one = places[index]
  return one ? bestOf(one) : 0
}

const frequencyAt = ({ inPageTitle, inTitle, inText }: SectionPlaces, index: number) =>
  fieldWorth.heading * amountAt(inPageTitle, index) +
  fieldWorth.title * amountAt(inTitle, index) +
  fieldWorth.body * amountAt(inText, index)

const amountAt = (places: readonly Places[], index: number) =>
  places[index]?.worths.reduce((sum, worth) => sum + worth, 0) ?? 0
