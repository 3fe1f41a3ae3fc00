import type { ByteWriter } from './writers.ts'

/*
 * The postings of a word, one for each document, by document:
 *   step * 2, position                              where the word stands once, in the body
 *   step * 2 + 1, worth, bytes, positions as steps  elsewhere
 * `step` counts documents from the one before (the first from -1); `worth` adds up the fields' worths of all places.
 */

/** The places of one word in one document: positions in order, and the sum of their fields' worths. */
export function writePlaces(bytes: ByteWriter, scratch: ByteWriter, positions: readonly number[], worth: number): void {
  scratch.length = 0
  let before = 0
  for (const position of positions) {
    scratch.varint(position - before)
    before = position
  }
  bytes.varint(worth)
  bytes.varint(scratch.length)
  bytes.append(scratch.written())
}

/** Reads the postings of one word in order: `next()` until it is false. */
export class PostingReader {
  private readonly bytes: Uint8Array
  private readonly end: number
  private at: number
  document = -1
  /** Where the places of the document begin, and whether they are more than one place in the body. */
  many = false
  placesFrom = 0
  placesTo = 0

  constructor(bytes: Uint8Array, from: number, to: number) {
    this.bytes = bytes
    this.at = from
    this.end = Math.min(to, bytes.length)
  }

  next(): boolean {
    if (this.at >= this.end) return false
    const head = this.varint()
    this.document += head >>> 1
    this.many = (head & 1) === 1
    this.placesFrom = this.at
    if (this.many) {
      this.varint()
      const length = this.varint()
      this.at += length
    } else this.varint()
    this.placesTo = this.at
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
