import type { HitRange, Hits } from './hits.ts'
import { tuning } from './ranking.ts'
import type { Scratch } from './scratch.ts'
import type { LanguageQuery, TermHits } from './term-hits.ts'

/**
 * Scores every page that contains a term by BM25 over weighted fields, into `scores` and `complete` of the scratch
 * memory. Returns the pages, each once.
 */
export function scoreAll(
  scratch: Scratch,
  hits: Hits,
  queries: readonly LanguageQuery[],
  meanSize: number,
): Uint32Array {
  const { pages, complete, held } = scratch
  let count = 0
  for (const { terms } of queries) {
    const before = count
    for (const term of terms) count = addTerm(scratch, hits, term, meanSize, count)
    // A page has one language, so no other query finds the same pages.
    for (let at = before; at < count; at++) {
      const page = pages[at] ?? 0
      complete[page] = held[page] === terms.length ? 1 : 0
      held[page] = 0
    }
  }
  return pages.subarray(0, count)
}

/** Adds the scores of a term to its pages; returns the number of pages found so far. */
function addTerm(
  scratch: Scratch,
  hits: Hits,
  { all, parts, related, rarity }: TermHits,
  meanSize: number,
  count: number,
): number {
  const { held } = scratch
  let known = addScores(scratch, hits, all, rarity, meanSize, count)
  for (let hit = all.from; hit < all.to; hit++) increase(held, hits.documents[hit] ?? 0)
  for (const part of parts) {
    known = addScores(scratch, hits, part.all, (part.rarity * tuning.part) / parts.length, meanSize, known)
  }
  for (const { worth, parts: words } of related)
    for (const word of words)
      known = addScores(scratch, hits, word.all, (word.rarity * worth) / words.length, meanSize, known)
  scratch.eachByParts(hits, all, parts, (document) => increase(held, document))
  return known
}

function addScores(
  scratch: Scratch,
  hits: Hits,
  { from, to }: HitRange,
  weight: number,
  meanSize: number,
  count: number,
): number {
  const { scores, sizes, pages } = scratch
  const { documents, amounts } = hits
  const { saturation, lengthShare } = tuning
  const maxScore = weight * (saturation + 1)
  const base = saturation * (1 - lengthShare)
  const slope = (saturation * lengthShare) / meanSize
  let known = count
  for (let hit = from; hit < to; hit++) {
    const document = documents[hit] ?? 0
    const amount = amounts[hit] ?? 0
    const before = scores[document] ?? 0
    if (before === 0) pages[known++] = document
    scores[document] = before + (maxScore * amount) / (amount + base + slope * (sizes[document] ?? 0))
  }
  return known
}

function increase(held: Uint8Array, document: number): void {
  held[document] = (held[document] ?? 0) + 1
}
