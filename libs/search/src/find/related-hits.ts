import type { Term } from '../query.ts'
import type { Hits } from './hits.ts'
import type { Lookup } from './lookup.ts'
import type { Located } from './page-order.ts'
import { type PageFields, type Places, placesOf } from './places.ts'
import { rarity, saturated } from './ranking.ts'
import type { Scratch } from './scratch.ts'
import { hitsOf, type LanguageQuery, type RelatedHits, type TermHits } from './terms.ts'

/** Looks up the phrases that mean what terms mean. A word counts the pages of all languages. */
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

/** How far behind the first word of a phrase its others stand: words that say nothing may stand between them. */
const wordsBetween = 2

/** Where a phrase stands in a page: where its first word does, and the others shortly behind it. */
export function relatedPlaces(hits: Hits, { parts, worth }: RelatedHits, page: Located): Places {
  const [first, ...others] = parts.map((part) => placesOf(hits, part.words, page).positions)
  const within = parts.length - 1 + wordsBetween
  const isNear = others.map((positions) => nearIn(positions, within))
  const positions = (first ?? []).filter((start) => isNear.every((near) => near(start)))
  return { positions, worths: positions.map(() => worth) }
}

/** Whether a position lies from a start on and not further than `within`; both come in order, so each is looked at once. */
function nearIn(positions: readonly number[], within: number): (start: number) => boolean {
  let at = 0
  return (start) => {
    while ((positions[at] ?? Number.POSITIVE_INFINITY) < start) at++
    return (positions[at] ?? Number.POSITIVE_INFINITY) <= start + within
  }
}

/** What a page is worth for a term by the best phrase that means the same, and what of the term is covered by it. */
export function relatedScore(
  hits: Hits,
  { related, rarity: own }: TermHits,
  page: Located,
  fields: PageFields,
  length: number,
) {
  let [score, coverage] = [0, 0]
  for (const one of related) {
    const { positions } = relatedPlaces(hits, one, page)
    if (positions.length === 0) continue
    // It never tells more than the word that was asked for.
    const telling = Math.min(own, one.parts.reduce((sum, part) => sum + part.rarity, 0) / one.parts.length)
    const frequency = fields.weigh({ positions, worths: positions.map(() => 1) })
    score = Math.max(score, one.worth * telling * saturated(frequency, length))
    coverage = Math.max(coverage, one.worth)
  }
  return { score, coverage }
}
