import { LRUCache } from 'lru-cache'
import { stemmer } from 'stemmer'

const english = /^[a-z]{3,}$/
/** Texts have few different words, and to stem a word takes far longer than to look it up. */
const known = new LRUCache<string, string>({ max: 20_000 })

/** The English stem of a folded word; other words and identifiers stay as they are. */
export function stem(word: string): string {
  if (!english.test(word)) return word
  const before = known.get(word)
  if (before !== undefined) return before
  const stemmed = stemmer(word)
  known.set(word, stemmed)
  return stemmed
}
