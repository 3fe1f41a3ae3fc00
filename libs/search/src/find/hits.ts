import { rangeOf } from '../segment/segment.ts'
import type { ViewSegment } from '../view/view.ts'

/** A range of `Hits`, in the order of documents. */
export interface HitRange {
  from: number
  to: number
}

/** The documents of one word of one segment. */
export interface WordHits extends HitRange {
  /** The index of the segment in the view. */
  segment: number
  /** The weight of an occurrence of this word for the term: 1 for the word as written. */
  worth: number
}

/** Bound on the hits of one search, over all words, which bounds its time. */
const maxHits = 1_500_000

/** The documents that contain the words of one search, list after list. */
export class Hits {
  /** Document numbers in the view. */
  documents = new Uint32Array(4096)
  /** Sums of the weights of the fields with the word; in merged lists, times the weight of the word. */
  amounts = new Float32Array(4096)
  /** Offsets of the positions in those of the segment; the position itself if `bytes` is 0. */
  positions = new Uint32Array(4096)
  /** Lengths of the positions in bytes. */
  bytes = new Uint32Array(4096)
  length = 0

  reserve(count: number): void {
    if (this.length + count <= this.documents.length) return
    const size = Math.max(this.documents.length * 2, this.length + count)
    this.documents = enlarged(this.documents, new Uint32Array(size))
    this.amounts = enlarged(this.amounts, new Float32Array(size))
    this.positions = enlarged(this.positions, new Uint32Array(size))
    this.bytes = enlarged(this.bytes, new Uint32Array(size))
  }

  get full(): boolean {
    return this.length >= maxHits
  }
}

function enlarged<Numbers extends Uint32Array | Float32Array>(before: Numbers, after: Numbers): Numbers {
  after.set(before)
  return after
}

/**
 * Reads the postings of a word, only those of live documents in readable spaces; `readable` is indexed by space number.
 */
export function readHits(
  hits: Hits,
  { segment, live, base }: ViewSegment,
  word: number,
  readable: Uint8Array,
): HitRange {
  const { postings, postingEnds, positionEnds } = segment.parts
  const range = rangeOf(postingEnds, word)
  const end = Math.min(range.to, postings.length)
  let at = range.from
  let offset = rangeOf(positionEnds, word).from
  hits.reserve(Math.ceil(Math.max(0, end - at) / 2))
  const { documents, amounts, positions, bytes } = hits
  let length = hits.length
  let document = -1
  while (at < end) {
    let byte = postings[at++] ?? 0
    let head = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = postings[at++] ?? 0
      head |= (byte & 127) << shift
    }
    document += head >>> 1
    byte = postings[at++] ?? 0
    let payload = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = postings[at++] ?? 0
      payload |= (byte & 127) << shift
    }
    let count = 0
    if ((head & 1) === 1) {
      byte = postings[at++] ?? 0
      count = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = postings[at++] ?? 0
        count |= (byte & 127) << shift
      }
    }
    if (readable[live[document] ?? 0] === 1) {
      documents[length] = base + document
      amounts[length] = count === 0 ? 1 : payload
      positions[length] = count === 0 ? payload : offset
      bytes[length++] = count
    }
    offset += count
  }
  const from = hits.length
  hits.length = length
  return { from, to: length }
}

/** Returns the number of documents in readable spaces that contain a word. */
export function countHits({ segment, live }: ViewSegment, word: number, readable: Uint8Array): number {
  const { postings, postingEnds } = segment.parts
  const range = rangeOf(postingEnds, word)
  const end = Math.min(range.to, postings.length)
  let at = range.from
  let document = -1
  let count = 0
  while (at < end) {
    let byte = postings[at++] ?? 0
    let head = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = postings[at++] ?? 0
      head |= (byte & 127) << shift
    }
    document += head >>> 1
    if (readable[live[document] ?? 0] === 1) count++
    while ((postings[at++] ?? 0) > 127);
    if ((head & 1) === 1) while ((postings[at++] ?? 0) > 127);
  }
  return count
}

/** Returns the positions of a hit of a single word, in order. */
export function positionsOf(hits: Hits, hit: number, encoded: Uint8Array): number[] {
  let at = hits.positions[hit] ?? 0
  const bytes = hits.bytes[hit] ?? 0
  if (bytes === 0) return [at]
  const end = Math.min(at + bytes, encoded.length)
  const positions: number[] = []
  for (let position = 0; at < end; ) {
    for (let shift = 0; at < end; shift += 7) {
      const byte = encoded[at++] ?? 0
      position += (byte & 127) << shift
      if (byte < 128) break
    }
    positions.push(position)
  }
  return positions
}

/** Returns the hit of a document in a list; -1 if it has none. */
export function findHit({ documents }: Hits, { from, to }: HitRange, document: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((documents[middle] ?? 0) < document) low = middle + 1
    else high = middle
  }
  return low < to && documents[low] === document ? low : -1
}
