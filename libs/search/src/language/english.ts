import { LRUCache } from 'lru-cache'
import { stemmer } from 'stemmer'

const words = `
a about am an and any are as at be been before being but by can could did do does doing each for from get had has have
having he her here him his how i if in into is it its itself just let like may me might more most must my no nor not of
off on once one only or other our ours out over own please same shall she should so some such tell than that the their
them then there these they this those through to too under until up upon us very want was we were what when where
whether which while who whom whose why will with within would you your
don doesn didn isn aren wasn weren won wouldn shouldn couldn hasn haven hadn
`

const stopWords = new Set(words.trim().split(/\s+/))

/** True for a word that carries no meaning for a search, such as "the". */
export function isStopWord(word: string): boolean {
  return stopWords.has(word)
}

const english = /^[a-z]{3,}$/
/** A cache: texts have few different words, and stemming a word takes far longer than a lookup. */
const maxStemBytes = 4 * 1024 ** 2
const known = new LRUCache<string, string>({
  maxSize: maxStemBytes,
  sizeCalculation: (stemmed, word) => 150 + 2 * (word.length + stemmed.length),
})

/** Returns the English stem of a folded word; words in other scripts and identifiers are returned unchanged. */
export function stem(word: string): string {
  if (!english.test(word)) return word
  const before = known.get(word)
  if (before !== undefined) return before
  const stemmed = stemmer(word)
  known.set(word, stemmed)
  return stemmed
}
