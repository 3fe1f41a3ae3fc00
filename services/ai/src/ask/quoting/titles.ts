import type { ReadPassage } from './pieces.ts'
import { matchOf, type WeighedTerm } from './words.ts'

/** The titles down to a section's own have at least so much of what is asked. */
const leastAsked = 0.5

/**
 * Whether a section is about the question as a whole: its title has no other words than the question, and with the titles
 * above it half of those of the question. The introduction of a page has no title of its own.
 */
export function isTitledFor(read: ReadPassage, terms: readonly WeighedTerm[], asked: ReadonlySet<string>): boolean {
  if (read.isIntroduction || read.nameTerms.length === 0) return false
  if (!read.nameTerms.every((term) => matchOf(term, asked) > 0)) return false
  const [sum, total] = terms.reduce(
    ([sum, total], { term, weight }) => {
      const match = Math.max(matchOf(term, read.title), matchOf(term, read.above))
      return [sum + weight * match, total + weight]
    },
    [0, 0],
  )
  return sum >= leastAsked * total
}
