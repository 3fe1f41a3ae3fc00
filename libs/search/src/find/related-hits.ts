import type { Term } from '../query.ts'
import type { Hits } from './hits.ts'
import { type Occurrences, occurrencesOf, type PageFields } from './occurrences.ts'
import type { Located } from './page-order.ts'
import { rarity, saturated } from './ranking.ts'
import type { Scratch } from './scratch.ts'
import { hitsOf, type LanguageQuery, type RelatedHits, type TermHits } from './term-hits.ts'
import type { Lookup } from './word-lookup.ts'

/** Looks up the phrases related to terms. The rarity of a word counts the pages of all languages. */
export function addRelated(
  lookup: Lookup,
  scratch: Scratch,
  queries: readonly LanguageQuery[],
  documents: number,
): void {
  const counts = new Map<string, number>()
  const added: TermHits[] = []
  for (const { language, terms } of queries) {
    const known = new Map<string, TermHits>()
    const hitsOfWord = (word: Term) => {
      const hits = known.get(word.text) ?? hitsOf(lookup, scratch, language, word)
      known.set(word.text, hits)
      return hits
    }
    for (const hits of terms)
      hits.related = (hits.term.related ?? []).map(({ worth, parts }) => ({ worth, parts: parts.map(hitsOfWord) }))
    for (const [text, { found }] of known) counts.set(text, (counts.get(text) ?? 0) + found)
    added.push(...known.values())
  }
  for (const hits of added) hits.rarity = rarity(counts.get(hits.term.text) ?? 0, documents)
}

/** Number of words that may occur between those of a phrase, for stop words. */
const wordsBetween = 2

/** Returns the occurrences of a phrase in a page: those of its first word that the others follow closely. */
export function relatedOccurrences(hits: Hits, { parts, worth }: RelatedHits, page: Located): Occurrences {
  const [first, ...others] = parts.map((part) => occurrencesOf(hits, part.words, page).positions)
  const within = parts.length - 1 + wordsBetween
  const isNear = others.map((positions) => nearIn(positions, within))
  const positions = (first ?? []).filter((start) => isNear.every((near) => near(start)))
  return { positions, worths: positions.map(() => worth) }
}

/**
 * Returns a function that is true if a position lies within `within` after a start. Starts have to ascend, so each
 * position is read once.
 */
function nearIn(positions: readonly number[], within: number): (start: number) => boolean {
  let at = 0
  return (start) => {
    while ((positions[at] ?? Number.POSITIVE_INFINITY) < start) at++
    return (positions[at] ?? Number.POSITIVE_INFINITY) <= start + within
  }
}

/** Returns the score and coverage of a term by its best related phrase in a page. */
export function relatedScore(
  hits: Hits,
  { related, rarity: own }: TermHits,
  page: Located,
  fields: PageFields,
  length: number,
) {
  let [score, coverage] = [0, 0]
  for (const one of related) {
    const { positions } = relatedOccurrences(hits, one, page)
    if (positions.length === 0) continue
    // A related phrase never counts as rarer than the term itself.
    const rarest = Math.min(own, one.parts.reduce((sum, part) => sum + part.rarity, 0) / one.parts.length)
    const frequency = fields.weigh({ positions, worths: positions.map(() => 1) })
    score = Math.max(score, one.worth * rarest * saturated(frequency, length))
    coverage = Math.max(coverage, one.worth)
  }
  return { score, coverage }
}
