import type { View } from '../view/view.ts'
import type { HitRange, Hits } from './hits.ts'

/** Memory for one search at a time: figures of each document, zero between searches. */
export class Scratch {
  /** The pages found, each once. */
  readonly pages: Uint32Array
  /** Words in each document, over all segments. */
  readonly sizes: Uint32Array
  /** Of the first stage; above 0 for each page found. */
  readonly scores: Float64Array
  /** 1 where the document holds every term. */
  readonly complete: Uint8Array
  /** Terms that the document holds. */
  readonly held: Uint8Array
  private readonly amounts: Float64Array
  private readonly marks: Uint8Array

  constructor({ segments, documents }: View) {
    this.pages = new Uint32Array(documents)
    this.sizes = new Uint32Array(documents)
    for (const { segment, base } of segments) this.sizes.set(segment.parts.sizes, base)
    this.scores = new Float64Array(documents)
    this.complete = new Uint8Array(documents)
    this.held = new Uint8Array(documents)
    this.amounts = new Float64Array(documents)
    this.marks = new Uint8Array(documents)
  }

  /** One list of several: each document once, with the amounts of all words, each times the word's worth. */
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

  /** How many documents hold a term: one of its words, or all of its parts. */
  countHolding(hits: Hits, whole: HitRange, parts: readonly { all: HitRange }[]): number {
    let count = whole.to - whole.from
    this.eachByParts(hits, whole, parts, () => count++)
    return count
  }

  /** Calls `found` for each document that holds none of the term's words, but all of its parts. */
  eachByParts(
    { documents }: Hits,
    whole: HitRange,
    parts: readonly { all: HitRange }[],
    found: (document: number) => void,
  ): void {
    if (parts.length === 0) return
    // A mark beyond the number of parts keeps a document out.
    for (let hit = whole.from; hit < whole.to; hit++) this.marks[documents[hit] ?? 0] = 100
    for (const { all } of parts) {
      for (let hit = all.from; hit < all.to; hit++) {
        const document = documents[hit] ?? 0
        const mark = (this.marks[document] ?? 0) + 1
        this.marks[document] = mark
        if (mark === parts.length) found(document)
      }
    }
    for (const { from, to } of [whole, ...parts.map(({ all }) => all)]) {
      for (let hit = from; hit < to; hit++) this.marks[documents[hit] ?? 0] = 0
    }
  }
}
