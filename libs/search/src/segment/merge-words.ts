import type { DictionaryWriter } from './dictionary-writer.ts'
import { mergeInOrder, nextIsEqual, type Run } from './merge-in-order.ts'
import { PostingReader } from './postings.ts'
import { rangeOf, type Segment } from './segment.ts'

/**
 * Writes the words of one partition of all segments with the postings of the documents that live on. `kept` holds the
 * new number of each document plus one, or 0.
 */
export function mergeWords(
  segments: readonly Segment[],
  kept: readonly Uint32Array[],
  partition: number,
  dictionary: DictionaryWriter,
): void {
  const runs = segments.map((segment): Run => {
    return { bytes: segment.parts.words, ends: segment.parts.wordEnds, ...segment.wordsOf(partition) }
  })
  const begins = runs.map(({ from }) => from)
  const numbers = runs.map(({ from, to }) => new Uint32Array(to - from))
  mergeInOrder(runs, (holders) => {
    mergePostings(segments, kept, runs, holders, dictionary)
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
  kept: readonly Uint32Array[],
  runs: readonly Run[],
  holders: readonly number[],
  { postings, places }: DictionaryWriter,
): void {
  const heads = holders.flatMap((index) => {
    const segment = segments[index]
    const documents = kept[index]
    return segment && documents ? [new LivingPostings(segment, documents, runs[index]?.from ?? 0)] : []
  })
  let before = 0
  for (;;) {
    let first: LivingPostings | undefined
    for (const head of heads) if (head.document > 0 && (!first || head.document < first.document)) first = head
    if (!first) return
    const { reader } = first
    postings.varint((first.document - before) * 2 + (reader.many ? 1 : 0))
    postings.append(first.parts.postings, reader.saying.from, reader.saying.to)
    places.append(first.parts.places, reader.places.from, Math.min(reader.places.to, first.parts.places.length))
    before = first.document
    first.next()
  }
}

/** The postings of a word in documents that live on, by their new numbers plus one; 0 behind the last. */
class LivingPostings {
  document = 0
  readonly parts: Segment['parts']
  readonly reader: PostingReader
  private readonly kept: Uint32Array

  constructor(segment: Segment, kept: Uint32Array, word: number) {
    this.parts = segment.parts
    this.reader = new PostingReader(segment, word)
    this.kept = kept
    this.next()
  }

  next(): void {
    this.document = 0
    while (this.document === 0 && this.reader.next()) this.document = this.kept[this.reader.document] ?? 0
  }
}

/** The stems of the words that are left; `numberOf` is a word's new number plus one, or 0. */
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
      // A stem stands once for each of its words.
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
