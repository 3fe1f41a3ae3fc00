import { ByteReader, bufferOf } from './byte-reader.ts'
import type { ByteWriter } from './byte-writers.ts'
import type { Range, Segment } from './segment.ts'

/*
 * The postings of a word, one for each document, in the order of documents:
 *   step * 2, position         if the word occurs once, in the body
 *   step * 2 + 1, worth, bytes otherwise; the positions are the next `bytes` bytes of the word's positions, as steps
 * `step` is the distance from the previous document (from -1 for the first); `worth` is the sum of the fields' weights
 * over all positions. A common word has a hundred bytes of positions per page: stored apart, they need not be skipped.
 */

/** Writes the positions of one word in one document, after the step to the document has been written. */
export function writePositions(
  postings: ByteWriter,
  target: ByteWriter,
  positions: readonly number[],
  worth: number,
): void {
  const begin = target.length
  let before = 0
  for (const position of positions) {
    target.varint(position - before)
    before = position
  }
  postings.varint(worth)
  postings.varint(target.length - begin)
}

/** Reads the postings of one word in order: call `next()` until it returns false. */
export class PostingReader {
  private readonly reader: ByteReader
  document = -1
  /** True if the word does not just occur once in the body, so that its positions are stored apart. */
  hasPositions = false
  /** The range of the posting after the step, in the postings. */
  readonly payload: Range = { from: 0, to: 0 }
  /** The range of the word's positions in the document; empty if the posting itself holds the only one. */
  readonly positions: Range

  constructor({ parts }: Segment, word: number) {
    const { postings, postingEnds, positionEnds } = parts
    this.reader = new ByteReader(bufferOf(postings), word === 0 ? 0 : (postingEnds[word - 1] ?? 0), postingEnds[word])
    const begin = word === 0 ? 0 : (positionEnds[word - 1] ?? 0)
    this.positions = { from: begin, to: begin }
  }

  next(): boolean {
    const { reader } = this
    if (reader.done) return false
    const head = reader.varint()
    this.document += head >>> 1
    this.hasPositions = (head & 1) === 1
    this.payload.from = reader.at
    reader.varint()
    this.positions.from = this.positions.to
    if (this.hasPositions) this.positions.to += reader.varint()
    this.payload.to = reader.at
    return true
  }
}
