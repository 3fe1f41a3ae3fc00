import type { Range, Segment } from './segment.ts'
import type { ByteWriter } from './writers.ts'

/*
 * The postings of a word, one for each document, by document:
 *   step * 2, position         where the word stands once, in the body
 *   step * 2 + 1, worth, bytes elsewhere; its positions lie in the next so many bytes of the word's places, as steps
 * `step` counts documents from the one before (the first from -1); `worth` adds up the fields' worths of all positions.
 * A common word has a hundred bytes of positions in each page: apart from the postings they need not be passed.
 */

/** Writes the places of one word in one document; the step to it has been written. */
export function writePlaces(
  postings: ByteWriter,
  places: ByteWriter,
  positions: readonly number[],
  worth: number,
): void {
  const begin = places.length
  let before = 0
  for (const position of positions) {
    places.varint(position - before)
    before = position
  }
  postings.varint(worth)
  postings.varint(places.length - begin)
}

/** Reads the postings of one word in order: `next()` until it is false. */
export class PostingReader {
  private readonly bytes: Uint8Array
  private readonly end: number
  private at: number
  document = -1
  /** Whether there is more than one place in the body. */
  many = false
  /** What the posting says behind the step, in the postings. */
  readonly saying: Range = { from: 0, to: 0 }
  /** Its positions, in the places; empty where the posting itself says the only one. */
  readonly places: Range

  constructor({ parts }: Segment, word: number) {
    const { postings, postingEnds, placeEnds } = parts
    this.bytes = postings
    this.at = word === 0 ? 0 : (postingEnds[word - 1] ?? 0)
    this.end = Math.min(postingEnds[word] ?? 0, postings.length)
    const begin = word === 0 ? 0 : (placeEnds[word - 1] ?? 0)
    this.places = { from: begin, to: begin }
  }

  next(): boolean {
    if (this.at >= this.end) return false
    const head = this.varint()
    this.document += head >>> 1
    this.many = (head & 1) === 1
    this.saying.from = this.at
    this.varint()
    this.places.from = this.places.to
    if (this.many) this.places.to += this.varint()
    this.saying.to = this.at
    return true
  }

  private varint(): number {
    let value = 0
    for (let shift = 0; this.at < this.end; shift += 7) {
      const byte = this.bytes[this.at++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) break
    }
    return value >>> 0
  }
}
