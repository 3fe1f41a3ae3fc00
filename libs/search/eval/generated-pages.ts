import type { PageVersion } from '../src/segment/page-version.ts'

const syllables = [
  'ba',
  'con',
  'de',
  'fi',
  'gra',
  'lo',
  'mi',
  'ner',
  'pa',
  'qui',
  'ro',
  'ser',
  'ta',
  'tion',
  'ver',
  'ing',
]
const vocabulary = 60_000
const sectionsOfPage = 11
const wordsOfSection = 64

/** Returns the word of a rank, 0 being the commonest. Common words are short, and no two are equal. */
export function wordOf(rank: number): string {
  let word = ''
  for (let rest = rank + 1; rest > 0; rest = Math.floor((rest - 1) / syllables.length)) {
    word += syllables[(rest - 1) % syllables.length]
  }
  return word
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Generates a page of about 5 kB with words distributed as in natural language: the second half as often as the first.
 */
export function generatedPage(index: number, spaces: number): PageVersion {
  const random = randomOf(index)
  const words = (count: number) => Array.from({ length: count }, () => wordOf(rankOf(random()))).join(' ')
  const sections = Array.from({ length: sectionsOfPage }, (_, at) => ({
    title: at === 0 ? '' : words(3),
    text: words(wordsOfSection),
  }))
  const links = [`/pages/${Math.floor(random() * 1000)}`]
  const text = { title: words(4), path: words(2), description: words(8), sections, links, document: `hash-${index}` }
  return { space: `space-${index % spaces}`, id: `page-${index}`, text }
}

/** Applies Zipf's law with exponent 1: the logarithms of ranks are uniform. */
const rankOf = (share: number) => Math.floor(vocabulary ** share) - 1
