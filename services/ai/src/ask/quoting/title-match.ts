import type { ReadPassage } from './section-pieces.ts'
import { matchOf, type WeighedTerm, type Words } from './weighed-words.ts'

/**
 * The share of the question that a section's titles have, 0 to 1: its own title, and its title with those above. 0 if
 * its title has words that the question lacks, and for the introduction of a page, which has no title of its own.
 */
export function titledFor(
  { isIntroduction, nameTerms, title, above }: ReadPassage,
  terms: readonly WeighedTerm[],
  asked: Words,
): { own: number; withAbove: number } {
  if (isIntroduction || nameTerms.length === 0 || nameTerms.some((term) => matchOf(term, asked) === 0))
    return { own: 0, withAbove: 0 }
  const share = (...titles: Words[]) => {
    const held = terms.map(({ term, weight }) => weight * Math.max(...titles.map((words) => matchOf(term, words))))
    return sumOf(held) / Math.max(Number.MIN_VALUE, sumOf(terms.map(({ weight }) => weight)))
  }
  return { own: share(title), withAbove: share(title, above) }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
