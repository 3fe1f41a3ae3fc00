import { ByteReader, bufferOf } from './byte-reader.ts'
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
  private readonly reader: ByteReader
  document = -1
  /** Whether there is more than one place in the body. */
  many = false
  /** What the posting says behind the step, in the postings. */
  readonly saying: Range = { from: 0, to: 0 }
  /** Its positions, in the places; empty where the posting itself says the only one. */
  readonly places: Range

  constructor({ parts }: Segment, word: number) {
    const { postings, postingEnds, placeEnds } = parts
    this.reader = new ByteReader(bufferOf(postings), word === 0 ? 0 : (postingEnds[word - 1] ?? 0), postingEnds[word])
    const begin = word === 0 ? 0 : (placeEnds[word - 1] ?? 0)
    this.places = { from: begin, to: begin }
  }

  next(): boolean {
    const { reader } = this
    if (reader.done) return false
    const head = reader.varint()
    this.document += head >>> 1
    this.many = (head & 1) === 1
    this.saying.from = reader.at
    reader.varint()
    this.places.from = this.places.to
    if (this.many) this.places.to += reader.varint()
    this.saying.to = reader.at
    return true
  }
}
