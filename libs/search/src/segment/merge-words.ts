import type { DictionaryWriter } from './dictionary-writer.ts'
import { mergeInOrder, nextIsEqual, type Run } from './merge-in-order.ts'
import { PostingReader } from './postings.ts'
import { rangeOf, type Segment } from './segment.ts'

/**
 * Writes the words of one partition of all segments with the postings of the copied documents. `newNumbers` holds for
 * each segment the new number of each document plus one, or 0 for a dead document.
 */
export function mergeWords(
  segments: readonly Segment[],
  newNumbers: readonly Uint32Array[],
  partition: number,
  dictionary: DictionaryWriter,
): void {
  const runs = segments.map((segment): Run => {
    return { bytes: segment.parts.words, ends: segment.parts.wordEnds, ...segment.wordsOf(partition) }
  })
  const begins = runs.map(({ from }) => from)
  const numbers = runs.map(({ from, to }) => new Uint32Array(to - from))
  mergeInOrder(runs, (holders) => {
    mergePostings(segments, newNumbers, runs, holders, dictionary)
    const holder = holders[0] ?? 0
    const { from = 0 } = runs[holder] ?? {}
    const segment = segments[holder]
    if (!segment) return
    const word = rangeOf(segment.parts.wordEnds, from)
    const number = dictionary.count + 1
    if (!dictionary.endWord(segment.parts.words, word.from, word.to, segment.parts.letters[from] ?? 0)) return
    for (const index of holders) setAt(numbers[index], (runs[index]?.from ?? 0) - (begins[index] ?? 0), number)
  })
  mergeStems(segments, partition, dictionary, (index, word) => numbers[index]?.[word - (begins[index] ?? 0)] ?? 0)
  dictionary.endPartition()
}

function mergePostings(
  segments: readonly Segment[],
  newNumbers: readonly Uint32Array[],
  runs: readonly Run[],
  holders: readonly number[],
  { postings, positions }: DictionaryWriter,
): void {
  const heads = holders.flatMap((index) => {
    const segment = segments[index]
    const documents = newNumbers[index]
    return segment && documents ? [new LivePostings(segment, documents, runs[index]?.from ?? 0)] : []
  })
  let before = 0
  for (;;) {
    let first: LivePostings | undefined
    for (const head of heads) if (head.document > 0 && (!first || head.document < first.document)) first = head
    if (!first) return
    const { reader } = first
    postings.varint((first.document - before) * 2 + (reader.hasPositions ? 1 : 0))
    postings.append(first.parts.postings, reader.payload.from, reader.payload.to)
    positions.append(
      first.parts.positions,
      reader.positions.from,
      Math.min(reader.positions.to, first.parts.positions.length),
    )
    before = first.document
    first.next()
  }
}

/**
 * Reads the postings of a word in live documents. `document` is the new number plus one, and 0 after the last posting.
 */
class LivePostings {
  document = 0
  readonly parts: Segment['parts']
  readonly reader: PostingReader
  private readonly newNumbers: Uint32Array

  constructor(segment: Segment, newNumbers: Uint32Array, word: number) {
    this.parts = segment.parts
    this.reader = new PostingReader(segment, word)
    this.newNumbers = newNumbers
    this.next()
  }

  next(): void {
    this.document = 0
    while (this.document === 0 && this.reader.next()) this.document = this.newNumbers[this.reader.document] ?? 0
  }
}

/** Writes the stems of the remaining words. `numberOf` returns a word's new number plus one, or 0. */
function mergeStems(
  segments: readonly Segment[],
  partition: number,
  dictionary: DictionaryWriter,
  numberOf: (segment: number, word: number) => number,
): void {
  const runs = segments.map(({ parts }): Run => {
    return { bytes: parts.stems, ends: parts.stemEnds, ...rangeOf(parts.partitionStems, partition) }
  })
  mergeInOrder(runs, (holders) => {
    const words = new Set<number>()
    for (const index of holders) {
      const run = runs[index]
      // A stem has one item for each of its words.
      for (let more = true; run && more; more = nextIsEqual(run)) {
        const number = numberOf(index, segments[index]?.parts.stemWords[run.from] ?? 0)
        if (number > 0) words.add(number - 1)
      }
    }
    const { bytes, ends, from } = runs[holders[0] ?? 0] ?? {}
    if (!bytes || !ends || from === undefined) return
    const stem = rangeOf(ends, from)
    for (const word of [...words].sort((one, other) => one - other)) dictionary.addStem(bytes, stem.from, stem.to, word)
  })
}

function setAt(numbers: Uint32Array | undefined, index: number, number: number): void {
  if (numbers) numbers[index] = number
}
