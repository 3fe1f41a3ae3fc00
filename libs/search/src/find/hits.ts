import { rangeOf } from '../segment/segment.ts'
import type { PlacedSegment } from '../view/view.ts'

/** A stretch of `Hits`, in the order of documents. */
export interface HitRange {
  from: number
  to: number
}

/** The documents of one word of one segment. */
export interface WordHits extends HitRange {
  /** The segment's place in the view. */
  segment: number
  /** What a place of this word counts for the term: 1 for the word as written. */
  worth: number
}

/** More than this many readable documents of all words together are not looked at: no search takes longer. */
const mostHits = 1_500_000

/** Documents that hold the words of one search, list after list. */
export class Hits {
  /** Numbers within the view. */
  documents = new Uint32Array(4096)
  /** The worths of the fields in which the word stands, added up; in merged lists times the worth of the word. */
  amounts = new Float32Array(4096)
  /** Where in the segment's places the positions begin; the position itself where `bytes` is 0. */
  places = new Uint32Array(4096)
  /** How many bytes of positions there are. */
  bytes = new Uint32Array(4096)
  length = 0

  reserve(count: number): void {
    if (this.length + count <= this.documents.length) return
    const size = Math.max(this.documents.length * 2, this.length + count)
    this.documents = enlarged(this.documents, new Uint32Array(size))
    this.amounts = enlarged(this.amounts, new Float32Array(size))
    this.places = enlarged(this.places, new Uint32Array(size))
    this.bytes = enlarged(this.bytes, new Uint32Array(size))
  }

  get full(): boolean {
    return this.length >= mostHits
  }
}

function enlarged<Numbers extends Uint32Array | Float32Array>(before: Numbers, after: Numbers): Numbers {
  after.set(before)
  return after
}

/** Reads the postings of a word, those of documents that live in readable spaces only; `readable` by space number. */
export function readHits(
  hits: Hits,
  { segment, live, base }: PlacedSegment,
  word: number,
  readable: Uint8Array,
): HitRange {
  const { postings, postingEnds, placeEnds } = segment.parts
  const range = rangeOf(postingEnds, word)
  const end = Math.min(range.to, postings.length)
  let at = range.from
  let place = rangeOf(placeEnds, word).from
  hits.reserve(Math.ceil(Math.max(0, end - at) / 2))
  const { documents, amounts, places, bytes } = hits
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
    let saying = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = postings[at++] ?? 0
      saying |= (byte & 127) << shift
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
      amounts[length] = count === 0 ? 1 : saying
      places[length] = count === 0 ? saying : place
      bytes[length++] = count
    }
    place += count
  }
  const from = hits.length
  hits.length = length
  return { from, to: length }
}

/** In how many documents of readable spaces a word stands. */
export function countHits({ segment, live }: PlacedSegment, word: number, readable: Uint8Array): number {
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

/** The positions of a hit of a single word, in order. */
export function positionsOf(hits: Hits, hit: number, places: Uint8Array): number[] {
  let at = hits.places[hit] ?? 0
  const bytes = hits.bytes[hit] ?? 0
  if (bytes === 0) return [at]
  const end = Math.min(at + bytes, places.length)
  const positions: number[] = []
  for (let position = 0; at < end; ) {
    for (let shift = 0; at < end; shift += 7) {
      const byte = places[at++] ?? 0
      position += (byte & 127) << shift
      if (byte < 128) break
    }
    positions.push(position)
  }
  return positions
}

/** The hit of a document in a list; -1 where it has none. */
export function findHit({ documents }: Hits, { from, to }: HitRange, document: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((documents[middle] ?? 0) < document) low = middle + 1
    else high = middle
  }
  return low < to && documents[low] === document ? low : -1
}
