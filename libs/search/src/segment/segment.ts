import { ByteReader, bufferOf } from './byte-reader.ts'
import { compareBytes } from './compare.ts'
import { decodeParts, type Parts } from './segment-layout.ts'

/** A range of documents, words or stems: `from` is the first, `to` comes after the last. */
export interface Range {
  from: number
  to: number
}

const none: Range = { from: 0, to: 0 }

/** Opens a segment over its bytes without copying or reading them. Throws a SegmentError if they are not a segment. */
export function openSegment(bytes: Uint8Array): Segment {
  return new Segment(bytes, decodeParts(bytes))
}

/** An immutable part of an index: documents, and the words that occur in them. */
export class Segment {
  readonly bytes: Uint8Array
  readonly parts: Parts
  /** The documents of each space, in the order of spaces. */
  readonly spaces: ReadonlyMap<string, Range>
  /** Spaces whose pages in older segments are all dead. */
  readonly cleared: readonly string[]
  private readonly words: Buffer
  private readonly ids: Buffer
  private readonly records: Buffer

  constructor(bytes: Uint8Array, parts: Parts) {
    this.bytes = bytes
    this.parts = parts
    this.words = bufferOf(parts.words)
    this.ids = bufferOf(parts.ids)
    this.records = bufferOf(parts.records)
    const names = new ByteReader(bufferOf(parts.names))
    this.spaces = new Map([...parts.spaceEnds.keys()].map((index) => [names.text(), rangeOf(parts.spaceEnds, index)]))
    const cleared: string[] = []
    while (!names.done) cleared.push(names.text())
    this.cleared = cleared
  }

  get documents(): number {
    return this.parts.kinds.length
  }

  idOf(document: number): string {
    const { from, to } = rangeOf(this.parts.idEnds, document)
    return this.ids.toString('utf8', from, to)
  }

  recordOf(document: number): ByteReader {
    const { from, to } = rangeOf(this.parts.recordEnds, document)
    return new ByteReader(this.records, from, to)
  }

  /** Returns the words of a partition, given by its index in `partitions`. */
  wordsOf(partition: number): Range {
    return rangeOf(this.parts.partitionWords, partition)
  }

  word(number: number): string {
    const { from, to } = rangeOf(this.parts.wordEnds, number)
    return this.words.toString('utf8', from, to)
  }

  /** Returns the number of a word; -1 if the partition does not have it. */
  findWord(partition: number, word: Uint8Array): number {
    const { words, wordEnds } = this.parts
    const range = this.wordsOf(partition)
    const found = firstFrom(words, wordEnds, range, word)
    return found < range.to && sameAt(words, wordEnds, found, word) ? found : -1
  }

  /** Returns the words of a partition that begin with a prefix. */
  findPrefix(partition: number, prefix: Uint8Array): Range {
    const { words, wordEnds } = this.parts
    const range = this.wordsOf(partition)
    const from = firstFrom(words, wordEnds, range, prefix)
    const after = successorOf(prefix)
    return { from, to: after ? firstFrom(words, wordEnds, { from, to: range.to }, after) : range.to }
  }

  /** Returns the words with this stem, without a word that is the stem itself. */
  findStem(partition: number, stem: Uint8Array): number[] {
    const { stems, stemEnds, stemWords, partitionStems } = this.parts
    const range = rangeOf(partitionStems, partition)
    const found: number[] = []
    for (let at = firstFrom(stems, stemEnds, range, stem); at < range.to && sameAt(stems, stemEnds, at, stem); at++) {
      found.push(stemWords[at] ?? 0)
    }
    return found
  }

  /** Returns the first document in a range whose id is not less than `id`; `same` is true if it is equal. */
  findDocumentFrom(range: Range, id: Uint8Array): { document: number; same: boolean } {
    const { ids, idEnds } = this.parts
    const document = firstFrom(ids, idEnds, range, id)
    return { document, same: document < range.to && sameAt(ids, idEnds, document, id) }
  }

  documentsOf(space: string): Range {
    return this.spaces.get(space) ?? none
  }
}

/** Returns the range of item `index`, given the ends of all items. */
export function rangeOf(ends: Uint32Array, index: number): Range {
  return { from: index === 0 ? 0 : (ends[index - 1] ?? 0), to: ends[index] ?? 0 }
}

/** Returns the first of sorted items that is not less than `wanted`. */
function firstFrom(bytes: Uint8Array, ends: Uint32Array, { from, to }: Range, wanted: Uint8Array): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    const begin = middle === 0 ? 0 : (ends[middle - 1] ?? 0)
    if (compareBytes(bytes, begin, ends[middle] ?? 0, wanted, 0, wanted.length) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function sameAt(bytes: Uint8Array, ends: Uint32Array, index: number, wanted: Uint8Array): boolean {
  const { from, to } = rangeOf(ends, index)
  return compareBytes(bytes, from, to, wanted, 0, wanted.length) === 0
}

/** Returns the least bytes that are greater than everything with this prefix; undefined if there are none. */
function successorOf(prefix: Uint8Array): Uint8Array | undefined {
  for (let last = prefix.length - 1; last >= 0; last--) {
    if ((prefix[last] ?? 0) < 255) return Uint8Array.of(...prefix.subarray(0, last), (prefix[last] ?? 0) + 1)
  }
  return undefined
}
