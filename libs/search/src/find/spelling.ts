import type { Language } from '../language/languages.ts'
import { type Alternative, worth } from '../query.ts'
import { lettersOf } from '../segment/compare.ts'
import { rangeOf, type Segment } from '../segment/segment.ts'
import { mostCommon } from './common-words.ts'
import { edits } from './edits.ts'
import { type Lookup, partitionOf } from './lookup.ts'

const shortest = { oneEdit: 5, twoEdits: 9 }
const longest = 32
const mostNearWords = 8

/**
 * Words that may have been meant by one that no readable page holds: those of one edit or, in a long word and where
 * there are none, of two; of several the ones that most readable pages hold.
 */
export function spellings(lookup: Lookup, language: Language, word: string): Alternative[] {
  const { length } = word
  if (length < shortest.oneEdit || length > longest) return []
  const most = length < shortest.twoEdits ? 1 : 2
  const near = nearWords(lookup, language, word, most)
  for (let distance = 1; distance <= most; distance++) {
    const counts = lookup.counted((segment) => near[segment]?.get(distance) ?? [])
    const words = mostCommon(counts, mostNearWords)
    if (words.length > 0) return words.map((lexeme) => ({ lexeme, prefix: false, worth: worth.misspelt }))
  }
  return []
}

/** For each segment the numbers of the near words, by distance. */
function nearWords({ view }: Lookup, language: Language, word: string, most: number): Map<number, number[]>[] {
  return view.segments.map(({ segment }) => {
    const near = new Map<number, number[]>([
      [1, []],
      [2, []],
    ])
    for (const number of similar(segment, partitionOf(language), word, most)) {
      near.get(edits(word, segment.word(number), most))?.push(number)
    }
    return near
  })
}

/** Words of about the same length and of almost the same letters: an edit changes two letters of the set at most. */
function similar(segment: Segment, partition: number, word: string, most: number): number[] {
  const { letters, wordEnds } = segment.parts
  const { from, to } = segment.wordsOf(partition)
  const wanted = lettersOf(word)
  const length = Buffer.byteLength(word)
  const leastLonger = length === word.length ? most : 4 * most
  const found: number[] = []
  for (let number = from; number < to; number++) {
    if (bits((letters[number] ?? 0) ^ wanted) > 2 * most) continue
    const range = rangeOf(wordEnds, number)
    // A letter has up to four bytes, and each edit changes one.
    const longer = range.to - range.from - length
    if (longer <= 4 * most && longer >= -leastLonger) found.push(number)
  }
  return found
}

function bits(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
