import { tuning } from '../rank.ts'
import type { View } from '../view/view.ts'
import type { HitRange, Hits } from './hits.ts'
import type { Scratch } from './scratch.ts'
import type { LanguageQuery, TermHits } from './terms.ts'

/**
 * Scores every page that holds a term, into `scores` and `complete` of the scratch: BM25 over fields with weights. Returns
 * the pages, each once.
 */
export function scoreAll(view: View, scratch: Scratch, queries: readonly LanguageQuery[], meanSize: number): number[] {
  const pages: number[] = []
  const scorer = new FirstStage(view, scratch, meanSize, pages)
  for (const { terms } of queries) {
    const before = pages.length
    for (const term of terms) scorer.add(term)
    // A page has one language: what this query found, no other one does.
    for (let at = before; at < pages.length; at++) {
      const page = pages[at] ?? 0
      scratch.complete[page] = scratch.held[page] === terms.length ? 1 : 0
      scratch.held[page] = 0
    }
  }
  return pages
}

class FirstStage {
  private readonly view: View
  private readonly scratch: Scratch
  private readonly meanSize: number
  private readonly pages: number[]

  constructor(view: View, scratch: Scratch, meanSize: number, pages: number[]) {
    this.view = view
    this.scratch = scratch
    this.meanSize = meanSize
    this.pages = pages
  }

  add({ all, parts, rarity }: TermHits): void {
    const { scratch } = this
    const { hits, held } = scratch
    this.addScores(hits, all, rarity)
    for (let hit = all.from; hit < all.to; hit++) increase(held, hits.documents[hit] ?? 0)
    for (const part of parts) this.addScores(hits, part.all, (part.rarity * tuning.part) / parts.length)
    scratch.eachByParts(hits, all, parts, (document) => increase(held, document))
  }

  private addScores({ documents, amounts }: Hits, { from, to }: HitRange, weight: number): void {
    const { scores } = this.scratch
    const { saturation, lengthShare } = tuning
    const { segments } = this.view
    let placed = segments[0]
    for (let hit = from; hit < to; hit++) {
      const document = documents[hit] ?? 0
      // Hits of one word come in order; those of several begin again with each.
      if (!placed || document < placed.base || document >= placed.base + placed.segment.documents) {
        placed = segments.find(({ base, segment }) => document < base + segment.documents)
      }
      const size = placed?.segment.parts.sizes[document - placed.base] ?? 0
      const length = 1 - lengthShare + lengthShare * (size / this.meanSize)
      const amount = amounts[hit] ?? 0
      const before = scores[document] ?? 0
      if (before === 0) this.pages.push(document)
      scores[document] = before + (weight * amount * (saturation + 1)) / (amount + saturation * length)
    }
  }
}

function increase(held: Uint8Array, document: number): void {
  held[document] = (held[document] ?? 0) + 1
}
