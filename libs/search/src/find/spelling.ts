import type { Language } from '../language/languages.ts'
import { type Alternative, worth } from '../query.ts'
import { lettersOf } from '../segment/compare.ts'
import { rangeOf, type Segment } from '../segment/segment.ts'
import { mostCommon } from './common-words.ts'
import { type Lookup, partitionOf } from './word-lookup.ts'

const shortest = { oneEdit: 5, twoEdits: 9 }
const longest = 32
const maxNearWords = 8

/**
 * Returns corrections of a word that no readable page contains: words at a distance of one edit or, for a long word
 * without any of these, two edits. Of several, those that most readable pages contain.
 */
export function spellings(lookup: Lookup, language: Language, word: string): Alternative[] {
  const { length } = word
  if (length < shortest.oneEdit || length > longest) return []
  const maxEdits = length < shortest.twoEdits ? 1 : 2
  const near = nearWords(lookup, language, word, maxEdits)
  for (let distance = 1; distance <= maxEdits; distance++) {
    const counts = lookup.counted((segment) => near[segment]?.get(distance) ?? [])
    const words = mostCommon(counts, maxNearWords)
    if (words.length > 0) return words.map((lexeme) => ({ lexeme, prefix: false, worth: worth.misspelt }))
  }
  return []
}

/** Returns for each segment the numbers of the near words, by distance. */
function nearWords({ view }: Lookup, language: Language, word: string, maxEdits: number): Map<number, number[]>[] {
  return view.segments.map(({ segment }) => {
    const near = new Map<number, number[]>([
      [1, []],
      [2, []],
    ])
    for (const number of similar(segment, partitionOf(language), word, maxEdits)) {
      near.get(edits(word, segment.word(number), maxEdits))?.push(number)
    }
    return near
  })
}

/**
 * Returns words of about the same length with almost the same set of letters: an edit changes at maxEdits two letters
 * of the set.
 */
function similar(segment: Segment, partition: number, word: string, maxEdits: number): number[] {
  const { letters, wordEnds } = segment.parts
  const { from, to } = segment.wordsOf(partition)
  const wanted = lettersOf(word)
  const length = Buffer.byteLength(word)
  const maxShorter = length === word.length ? maxEdits : 4 * maxEdits
  const found: number[] = []
  for (let number = from; number < to; number++) {
    if (bits((letters[number] ?? 0) ^ wanted) > 2 * maxEdits) continue
    const range = rangeOf(wordEnds, number)
    // A letter has up to four bytes, and each edit changes one letter.
    const longer = range.to - range.from - length
    if (longer <= 4 * maxEdits && longer >= -maxShorter) found.push(number)
  }
  return found
}

function bits(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/**
 * Returns the number of edits between two words: letters changed, added, left out or swapped with their neighbour; more
 * than `max` is returned as `max + 1`. Written here because the maintained libraries either have no swaps or do not
 * stop at a bound, and this runs over thousands of words.
 */
function edits(one: string, other: string, max: number): number {
  const beyond = max + 1
  const width = other.length
  if (Math.abs(one.length - width) > max) return beyond
  let [before, last, next] = [new Uint8Array(width + 1), new Uint8Array(width + 1), new Uint8Array(width + 1)]
  for (let column = 0; column <= width; column++) last[column] = Math.min(column, beyond)
  for (let row = 1; row <= one.length; row++) {
    const letter = one.charCodeAt(row - 1)
    const [from, to] = [Math.max(1, row - max), Math.min(width, row + max)]
    next.fill(beyond)
    next[0] = Math.min(row, beyond)
    let least = next[0]
    for (let column = from; column <= to; column++) {
      const against = other.charCodeAt(column - 1)
      let value = (last[column - 1] ?? 0) + (letter === against ? 0 : 1)
      value = Math.min(value, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, beyond)
      const swapped = letter === other.charCodeAt(column - 2) && against === one.charCodeAt(row - 2)
      if (swapped && row > 1 && column > 1) value = Math.min(value, (before[column - 2] ?? 0) + 1)
      next[column] = value
      least = Math.min(least, value)
    }
    if (least > max) return beyond
    ;[before, last, next] = [last, next, before]
  }
  return last[width] ?? beyond
}
