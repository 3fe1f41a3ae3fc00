import { LRUCache } from 'lru-cache'
import { stemmer } from 'stemmer'

const english = /^[a-z]{3,}$/
/** A cache: texts have few different words, and stemming a word takes far longer than a lookup. */
const known = new LRUCache<string, string>({ max: 20_000 })

/** Returns the English stem of a folded word; words in other scripts and identifiers are returned unchanged. */
export function stem(word: string): string {
  if (!english.test(word)) return word
  const before = known.get(word)
  if (before !== undefined) return before
  const stemmed = stemmer(word)
  known.set(word, stemmed)
  return stemmed
}
