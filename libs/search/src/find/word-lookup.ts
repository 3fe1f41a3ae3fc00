import { type Language, languages } from '../language/languages.ts'
import { type Alternative, stemMark } from '../query.ts'
import { textLimits } from '../text-limits.ts'
import type { View } from '../view/view.ts'
import { commonWords } from './common-words.ts'
import { countHits, type Hits, readHits, type WordHits } from './hits.ts'

/** Bound on the words for a prefix: those that most readable pages contain. */
const maxPrefixWords = 50
/** Bound on the hits of these words together: the larger of `least` and `ofPage` times the number of readable pages. */
const maxPrefixHits = { least: 20_000, ofPage: 2 }
/**
 * Bound on the bytes of words for a single letter: a Latin letter begins a tenth of all words, so only short ones
 * count.
 */
const maxLetterWordBytes = 4

/** Looks words up in all segments of a view, for a caller who may read some of its spaces. */
export class Lookup {
  readonly view: View
  readonly hits: Hits
  /** 1 for the spaces whose listed pages may be found, by `listed(space)`. */
  readonly readable: Uint8Array
  /** The number of readable pages. */
  private readonly pages: number
  private readonly read = new Map<string, { from: number; to: number }>()

  constructor(view: View, readable: Uint8Array, pages: number, hits: Hits) {
    this.pages = pages
    this.view = view
    this.readable = readable
    this.hits = hits
  }

  /**
   * Returns the documents of each word that the alternatives match; a word that several match has the highest weight of
   * them.
   */
  lists(language: Language, alternatives: readonly Alternative[]): WordHits[] {
    const lists: WordHits[] = []
    const named = alternatives.map((one) => ({ ...one, words: this.words(language, one) }))
    for (const segment of this.view.segments.keys()) {
      const worths = new Map<number, number>()
      for (const { worth, words } of named) {
        for (const word of words(segment)) worths.set(word, Math.max(worth, worths.get(word) ?? 0))
      }
      for (const [word, worth] of worths) {
        const range = this.hitsOf(segment, word)
        if (range.from < range.to) lists.push({ ...range, segment, worth })
      }
    }
    return lists
  }

  /** Returns the documents of one word as it is written. */
  exact(language: Language, word: string): WordHits[] {
    return this.lists(language, [{ lexeme: word, prefix: false, worth: 1 }])
  }

  /** Counts the readable documents of each word that `choose` returns, over all segments, however many there are. */
  counted(choose: (segment: number) => Iterable<number>): Map<string, number> {
    const counts = new Map<string, number>()
    for (const [index, placed] of this.view.segments.entries()) {
      for (const number of choose(index)) {
        const count = countHits(placed, number, this.readable)
        if (count === 0) continue
        const word = placed.segment.word(number)
        counts.set(word, (counts.get(word) ?? 0) + count)
      }
    }
    return counts
  }

  private hitsOf(segment: number, word: number): { from: number; to: number } {
    const key = `${segment} ${word}`
    const known = this.read.get(key)
    if (known) return known
    const placed = this.view.segments[segment]
    const empty = { from: 0, to: 0 }
    const range = placed && !this.hits.full ? readHits(this.hits, placed, word, this.readable) : empty
    this.read.set(key, range)
    return range
  }

  private words(language: Language, { lexeme, prefix }: Alternative): (segment: number) => number[] {
    const partition = partitionOf(language)
    if (prefix) return this.prefixWords(partition, lexeme)
    if (lexeme.startsWith(stemMark)) {
      const stem = Buffer.from(lexeme.slice(stemMark.length))
      return (segment) => this.view.segments[segment]?.segment.findStem(partition, stem) ?? []
    }
    return this.exactWords(partition, [lexeme])
  }

  private exactWords(partition: number, words: readonly string[]): (segment: number) => number[] {
    const wanted = words.map((word) => Buffer.from(word))
    return (segment) => {
      const found = wanted.map((word) => this.view.segments[segment]?.segment.findWord(partition, word) ?? -1)
      return found.filter((number) => number >= 0)
    }
  }

  private prefixWords(partition: number, prefix: string): (segment: number) => number[] {
    const bytes = Buffer.from(prefix)
    const ranges = this.view.segments.map(({ segment }) => segment.findPrefix(partition, bytes))
    const maxBytes = bytes.length === 1 ? maxLetterWordBytes : textLimits.wordCharacters * 4
    const maxHits = Math.max(maxPrefixHits.least, maxPrefixHits.ofPage * this.pages)
    const limit = { maxWords: maxPrefixWords, maxBytes, maxHits }
    return this.exactWords(partition, commonWords(this.view, partition, ranges, this.readable, limit))
  }
}

/** Returns the index of a language's words in `partitions`. */
export function partitionOf(language: Language): number {
  return languages.indexOf(language) + 1
}
