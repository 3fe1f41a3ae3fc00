import { compareTexts } from '../segment/compare.ts'
import { type Range, rangeOf } from '../segment/segment.ts'
import type { View } from '../view/view.ts'
import { countHits } from './hits.ts'

/**
 * Of the words in one range of each segment, of at most `longest` bytes, the `most` that most readable pages hold,
 * equal ones in their order, and of these the first that have at most `hits` together. Ranges
 * of one partition hold thousands of words, so they are counted by their numbers in the longest range and only the
 * chosen ones are read.
 */
export function commonWords(
  { segments }: View,
  partition: number,
  ranges: readonly Range[],
  readable: Uint8Array,
  { most, longest: longestBytes, hits }: { most: number; longest: number; hits: number },
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
      if (bytes.to - bytes.from > longestBytes) continue
      const count = countHits(placed, word, readable)
      if (count === 0) continue
      const known = index === longest ? word : main.findWord(partition, words.subarray(bytes.from, bytes.to))
      if (known >= from) counts[known - from] = (counts[known - from] ?? 0) + count
      else others.set(segment.word(word), (others.get(segment.word(word)) ?? 0) + count)
    }
  }
  const least = leastOfBest([...counts, ...others.values()], most)
  const chosen = [...others].filter(([, count]) => count >= least)
  for (const [at, count] of counts.entries()) if (count >= least) chosen.push([main.word(from + at), count])
  return within(new Map(chosen), mostCommon(new Map(chosen), most), hits)
}

/** The first words whose counts together are at most `hits`, and at least one. */
function within(counts: ReadonlyMap<string, number>, words: readonly string[], hits: number): string[] {
  let sum = 0
  const end = words.findIndex((word, index) => {
    sum += counts.get(word) ?? 0
    return index > 0 && sum > hits
  })
  return end < 0 ? [...words] : words.slice(0, end)
}

/** The words that most pages hold, at most `most`; equal ones in their order. */
export function mostCommon(counts: ReadonlyMap<string, number>, most: number): string[] {
  const sorted = [...counts].sort(([one, held], [other, otherHeld]) => otherHeld - held || compareTexts(one, other))
  return sorted.slice(0, most).map(([word]) => word)
}

/** The count of the last one of the `most` best, above 0. */
function leastOfBest(counts: readonly number[], most: number): number {
  const sorted = Uint32Array.from(counts).sort()
  return Math.max(1, sorted[sorted.length - most] ?? 1)
}
