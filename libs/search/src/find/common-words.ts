import { compareTexts } from '../segment/compare.ts'
import { type Range, rangeOf } from '../segment/segment.ts'
import type { View } from '../view/view.ts'
import { countHits } from './hits.ts'

/**
 * Returns the words in one range of each segment that most readable pages contain, the commonest first and ties in byte
 * order: at most `maxWords` words of at most `maxBytes` bytes, as many as have `maxHits` hits together. Ranges of one
 * partition have thousands of words, so they are counted by their numbers in the longest range, and only selected words
 * are read.
 */
export function commonWords(
  { segments }: View,
  partition: number,
  ranges: readonly Range[],
  readable: Uint8Array,
  { maxWords, maxBytes, maxHits }: { maxWords: number; maxBytes: number; maxHits: number },
): string[] {
  const lengths = ranges.map(({ from, to }) => to - from)
  const longest = lengths.indexOf(Math.max(...lengths))
  const main = segments[longest]?.segment
  const { from, to } = ranges[longest] ?? { from: 0, to: 0 }
  if (!main) return []
  const counts = new Uint32Array(to - from)
  const others = new Map<string, number>()
  for (const [index, placed] of segments.entries()) {
    const { segment } = placed
    const { words, wordEnds } = segment.parts
    const range = ranges[index] ?? { from: 0, to: 0 }
    for (let word = range.from; word < range.to; word++) {
      const bytes = rangeOf(wordEnds, word)
      if (bytes.to - bytes.from > maxBytes) continue
      const count = countHits(placed, word, readable)
      if (count === 0) continue
      const known = index === longest ? word : main.findWord(partition, words.subarray(bytes.from, bytes.to))
      if (known >= from) counts[known - from] = (counts[known - from] ?? 0) + count
      else others.set(segment.word(word), (others.get(segment.word(word)) ?? 0) + count)
    }
  }
  const least = minOfBest([...counts, ...others.values()], maxWords)
  const chosen = [...others].filter(([, count]) => count >= least)
  for (const [at, count] of counts.entries()) if (count >= least) chosen.push([main.word(from + at), count])
  return within(new Map(chosen), mostCommon(new Map(chosen), maxWords), maxHits)
}

/** Returns the first words whose counts add up to at most `maxHits`; at least one word. */
function within(counts: ReadonlyMap<string, number>, words: readonly string[], maxHits: number): string[] {
  let sum = 0
  const end = words.findIndex((word, index) => {
    sum += counts.get(word) ?? 0
    return index > 0 && sum > maxHits
  })
  return end < 0 ? [...words] : words.slice(0, end)
}

/** Returns the `limit` words that most pages contain; ties are in byte order. */
export function mostCommon(counts: ReadonlyMap<string, number>, limit: number): string[] {
  const sorted = [...counts].sort(([one, held], [other, otherHeld]) => otherHeld - held || compareTexts(one, other))
  return sorted.slice(0, limit).map(([word]) => word)
}

/** Returns the lowest of the `limit` highest counts; at least 1. */
function minOfBest(counts: readonly number[], limit: number): number {
  const sorted = Uint32Array.from(counts).sort()
  return Math.max(1, sorted[sorted.length - limit] ?? 1)
}
