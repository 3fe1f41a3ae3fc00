import { languages } from '../language/languages.ts'
import type { Parts } from './layout.ts'
import { ByteWriter, NumberWriter } from './writers.ts'

/** The dictionary's partitions in their order: what pages link to, then the words of each language. */
export const partitions = ['links', ...languages] as const

type WordParts = Pick<
  Parts,
  | 'words'
  | 'wordEnds'
  | 'letters'
  | 'postings'
  | 'postingEnds'
  | 'places'
  | 'placeEnds'
  | 'stems'
  | 'stemEnds'
  | 'stemWords'
  | 'partitionWords'
  | 'partitionStems'
>

/** Takes the words of each partition in order, and writes the parts of a segment that hold them. */
export class DictionaryWriter {
  readonly postings = new ByteWriter()
  readonly places = new ByteWriter()
  private postingsBefore = 0
  private readonly words = new ByteWriter()
  private readonly wordEnds = new NumberWriter()
  private readonly letters = new NumberWriter()
  private readonly postingEnds = new NumberWriter()
  private readonly placeEnds = new NumberWriter()
  private readonly stems = new ByteWriter()
  private readonly stemEnds = new NumberWriter()
  private readonly stemWords = new NumberWriter()
  private readonly partitionWords = new NumberWriter()
  private readonly partitionStems = new NumberWriter()

  /** Words so far: the number of the next one. */
  get count(): number {
    return this.wordEnds.length
  }

  /** A word whose postings have just been written; with none it does not exist. */
  endWord(source: Uint8Array, from: number, to: number, letters: number): boolean {
    if (this.postings.length === this.postingsBefore) return false
    this.postingsBefore = this.postings.length
    this.words.append(source, from, to)
    this.wordEnds.push(this.words.length)
    this.letters.push(letters)
    this.postingEnds.push(this.postings.length)
    this.placeEnds.push(this.places.length)
    return true
  }

  /** A word's stem where it is another word, in the order of stems, then of words. */
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
      places: this.places.written(),
      placeEnds: this.placeEnds.written(),
      stems: this.stems.written(),
      stemEnds: this.stemEnds.written(),
      stemWords: this.stemWords.written(),
      partitionWords: this.partitionWords.written(),
      partitionStems: this.partitionStems.written(),
    }
  }
}
