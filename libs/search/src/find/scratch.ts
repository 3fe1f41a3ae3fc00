import type { View } from '../view/view.ts'
import type { HitRange, Hits } from './hits.ts'

/** Reusable memory for one search at a time: numbers per document, all zero between searches. */
export class Scratch {
  /** The found pages, each once. */
  readonly pages: Uint32Array
  /** The number of words of each document, over all segments. */
  readonly sizes: Uint32Array
  /** Scores of the first stage; above 0 for each found page. */
  readonly scores: Float64Array
  /** 1 if the document contains every term. */
  readonly complete: Uint8Array
  /** The number of terms that the document contains. */
  readonly held: Uint8Array
  private readonly amounts: Float64Array
  private readonly partCounts: Uint8Array

  constructor({ segments, documents }: View) {
    this.pages = new Uint32Array(documents)
    this.sizes = new Uint32Array(documents)
    for (const { segment, base } of segments) this.sizes.set(segment.parts.sizes, base)
    this.scores = new Float64Array(documents)
    this.complete = new Uint8Array(documents)
    this.held = new Uint8Array(documents)
    this.amounts = new Float64Array(documents)
    this.partCounts = new Uint8Array(documents)
  }

  /** Merges lists into one: each document once, with the sum of the words' amounts times their weights. */
  merged(hits: Hits, lists: readonly (HitRange & { worth: number })[]): HitRange {
    const [only] = lists
    if (only && lists.length === 1 && only.worth === 1) return only
    const count = lists.reduce((sum, { from, to }) => sum + to - from, 0)
    hits.reserve(count)
    const { documents, amounts } = hits
    const from = hits.length
    for (const list of lists) {
      for (let hit = list.from; hit < list.to; hit++) {
        const document = documents[hit] ?? 0
        if (this.amounts[document] === 0) documents[hits.length++] = document
        this.amounts[document] = (this.amounts[document] ?? 0) + list.worth * (amounts[hit] ?? 0)
      }
    }
    for (let hit = from; hit < hits.length; hit++) {
      const document = documents[hit] ?? 0
      amounts[hit] = this.amounts[document] ?? 0
      this.amounts[document] = 0
    }
    return { from, to: hits.length }
  }

  /** Returns the number of documents that contain a term: one of its words, or all of its parts. */
  countHolding(hits: Hits, whole: HitRange, parts: readonly { all: HitRange }[]): number {
    let count = whole.to - whole.from
    this.eachByParts(hits, whole, parts, () => count++)
    return count
  }

  /** Calls `found` for each document that contains none of the term's words, but all of its parts. */
  eachByParts(
    { documents }: Hits,
    whole: HitRange,
    parts: readonly { all: HitRange }[],
    found: (document: number) => void,
  ): void {
    if (parts.length === 0) return
    // A count above the number of parts excludes a document.
    for (let hit = whole.from; hit < whole.to; hit++) this.partCounts[documents[hit] ?? 0] = 100
    for (const { all } of parts) {
      for (let hit = all.from; hit < all.to; hit++) {
        const document = documents[hit] ?? 0
        const count = (this.partCounts[document] ?? 0) + 1
        this.partCounts[document] = count
        if (count === parts.length) found(document)
      }
    }
    for (const { from, to } of [whole, ...parts.map(({ all }) => all)]) {
      for (let hit = from; hit < to; hit++) this.partCounts[documents[hit] ?? 0] = 0
    }
  }
}
