import { ByteWriter, NumberWriter } from './byte-writers.ts'
import { lettersOf, sortTexts } from './compare.ts'
import type { DictionaryWriter } from './dictionary-writer.ts'
import { writePositions } from './postings.ts'

/** Marks the end of a list of occurrences. */
const none = -1

/**
 * Collects the words of one partition, document by document. Postings are written to a log and sorted by word at the
 * end.
 */
export class WordCollector {
  private readonly numbers = new Map<string, number>()
  private readonly lastDocument: number[] = []
  /**
   * The words of the current document, and for each of them its first and last occurrence and the sum of their weights.
   */
  private currentWords: number[] = []
  private readonly firsts: number[] = []
  private readonly lasts: number[] = []
  private readonly worths: number[] = []
  /** The occurrences in the current document: the position of each, and the next occurrence of its word. */
  private occurrences = 0
  private readonly positions: number[] = []
  private readonly nexts: number[] = []
  private readonly log = new ByteWriter()
  private readonly logWords = new NumberWriter()
  private readonly logEnds = new NumberWriter()
  private readonly positionEnds = new NumberWriter()
  private readonly positionBytes = new ByteWriter()

  /** Adds a word of the current document. A word that is added twice at one position counts once. */
  add(word: string, position: number, worth: number): void {
    const number = this.numbers.get(word) ?? this.newWord(word)
    const last = this.lasts[number] ?? none
    if (last === none) {
      this.currentWords.push(number)
      this.firsts[number] = this.occurrences
    } else if (this.positions[last] === position) return
    else this.nexts[last] = this.occurrences
    this.positions[this.occurrences] = position
    this.nexts[this.occurrences] = none
    this.lasts[number] = this.occurrences++
    this.worths[number] = (this.worths[number] ?? 0) + worth
  }

  private newWord(word: string): number {
    const number = this.numbers.size
    this.numbers.set(word, number)
    this.firsts.push(none)
    this.lasts.push(none)
    this.worths.push(0)
    this.lastDocument.push(-1)
    return number
  }

  /** Ends `document`, which has the words added since the last call. Documents come in ascending order. */
  endDocument(document: number): void {
    for (const number of this.currentWords) {
      const first = this.firsts[number] ?? none
      const worth = this.worths[number] ?? 0
      const step = document - (this.lastDocument[number] ?? -1)
      if (this.lasts[number] === first && worth === 1) {
        this.log.varint(step * 2)
        this.log.varint(this.positions[first] ?? 0)
      } else {
        this.log.varint(step * 2 + 1)
        writePositions(this.log, this.positionBytes, this.positionsFrom(first), worth)
      }
      this.logWords.push(number)
      this.logEnds.push(this.log.length)
      this.positionEnds.push(this.positionBytes.length)
      this.lastDocument[number] = document
      this.lasts[number] = none
      this.worths[number] = 0
    }
    this.currentWords = []
    this.occurrences = 0
  }

  private positionsFrom(first: number): number[] {
    const positions: number[] = []
    for (let at = first; at !== none; at = this.nexts[at] ?? none) positions.push(this.positions[at] ?? 0)
    return positions
  }

  /** Writes all words in order, with their postings; returns the words. */
  writeTo(dictionary: DictionaryWriter): string[] {
    const sorted = sortTexts([...this.numbers.keys()])
    const { starts, entries } = this.entriesByWord()
    const [log, ends] = [this.log.written(), this.logEnds.written()]
    const [positions, positionEnds] = [this.positionBytes.written(), this.positionEnds.written()]
    for (const word of sorted) {
      const number = this.numbers.get(word) ?? 0
      for (let at = starts[number] ?? 0; at < (starts[number + 1] ?? 0); at++) {
        const entry = entries[at] ?? 0
        dictionary.postings.append(log, entry === 0 ? 0 : ends[entry - 1], ends[entry])
        dictionary.positions.append(positions, entry === 0 ? 0 : positionEnds[entry - 1], positionEnds[entry])
      }
      const bytes = Buffer.from(word)
      dictionary.endWord(bytes, 0, bytes.length, lettersOf(word))
    }
    return sorted
  }

  /** Sorts the entries of the log by word, stably and in linear time. */
  private entriesByWord(): { starts: Uint32Array; entries: Uint32Array } {
    const words = this.logWords.written()
    const starts = new Uint32Array(this.numbers.size + 1)
    for (const word of words) starts[word + 1] = (starts[word + 1] ?? 0) + 1
    for (let word = 1; word < starts.length; word++) starts[word] = (starts[word] ?? 0) + (starts[word - 1] ?? 0)
    const next = starts.slice()
    const entries = new Uint32Array(words.length)
    for (let entry = 0; entry < words.length; entry++) {
      const word = words[entry] ?? 0
      const index = next[word] ?? 0
      entries[index] = entry
      next[word] = index + 1
    }
    return { starts, entries }
  }
}
