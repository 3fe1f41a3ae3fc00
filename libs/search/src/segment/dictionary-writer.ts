import { languages } from '../language/languages.ts'
import { ByteWriter, NumberWriter } from './byte-writers.ts'
import type { Parts } from './segment-layout.ts'

/** The partitions of the dictionary, in order: the targets of links, then the words of each language. */
export const partitions = ['links', ...languages] as const

type WordParts = Pick<
  Parts,
  | 'words'
  | 'wordEnds'
  | 'letters'
  | 'postings'
  | 'postingEnds'
  | 'positions'
  | 'positionEnds'
  | 'stems'
  | 'stemEnds'
  | 'stemWords'
  | 'partitionWords'
  | 'partitionStems'
>

/** Takes the words of each partition in order, and writes the parts of a segment that hold them. */
export class DictionaryWriter {
  readonly postings = new ByteWriter()
  readonly positions = new ByteWriter()
  private postingsBefore = 0
  private readonly words = new ByteWriter()
  private readonly wordEnds = new NumberWriter()
  private readonly letters = new NumberWriter()
  private readonly postingEnds = new NumberWriter()
  private readonly positionEnds = new NumberWriter()
  private readonly stems = new ByteWriter()
  private readonly stemEnds = new NumberWriter()
  private readonly stemWords = new NumberWriter()
  private readonly partitionWords = new NumberWriter()
  private readonly partitionStems = new NumberWriter()

  /** The number of words so far, which is the number of the next word. */
  get count(): number {
    return this.wordEnds.length
  }

  /** Adds the word whose postings have just been written; returns false, without adding it, if it has none. */
  endWord(source: Uint8Array, from: number, to: number, letters: number): boolean {
    if (this.postings.length === this.postingsBefore) return false
    this.postingsBefore = this.postings.length
    this.words.append(source, from, to)
    this.wordEnds.push(this.words.length)
    this.letters.push(letters)
    this.postingEnds.push(this.postings.length)
    this.positionEnds.push(this.positions.length)
    return true
  }

  /** Adds a word's stem that differs from the word, in the order of stems, then of words. */
  addStem(source: Uint8Array, from: number, to: number, word: number): void {
    this.stems.append(source, from, to)
    this.stemEnds.push(this.stems.length)
    this.stemWords.push(word)
  }

  endPartition(): void {
    this.partitionWords.push(this.wordEnds.length)
    this.partitionStems.push(this.stemEnds.length)
  }

  parts(): WordParts {
    return {
      words: this.words.written(),
      wordEnds: this.wordEnds.written(),
      letters: this.letters.written(),
      postings: this.postings.written(),
      postingEnds: this.postingEnds.written(),
      positions: this.positions.written(),
      positionEnds: this.positionEnds.written(),
      stems: this.stems.written(),
      stemEnds: this.stemEnds.written(),
      stemWords: this.stemWords.written(),
      partitionWords: this.partitionWords.written(),
      partitionStems: this.partitionStems.written(),
    }
  }
}
