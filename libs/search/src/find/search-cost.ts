import { type Language, languages } from '../language/languages.ts'
import { type Alternative, parseQuery, type Query, stemMark, type Term } from '../query.ts'
import type { Segment } from '../segment/segment.ts'
import { type View, wordsIn } from '../view/view.ts'
import { type FindOptions, phrasePages } from './finder.ts'
import { phrasesIn } from './phrase-filter.ts'
import { synonymsOf } from './synonym-hits.ts'
import { partitionOf } from './word-lookup.ts'

type CostOptions = Pick<FindOptions, 'limit' | 'order' | 'prefixLast' | 'related'>

/** Costs in nanoseconds; within a factor of two of measurements with 10,000 and 100,000 generated pages. */
const costs = {
  base: 300_000,
  /** Reads, sums and scores a byte of postings. A page has at least two. */
  byte: 12,
  /** Counts the pages of the words with a prefix, per byte of postings. */
  prefixByte: 3,
  /** Compares a word with one that no page contains. */
  spelling: 55,
  /** Reads the positions of the words in a page that is returned. */
  page: 5000,
  pageTerm: 3000,
  pagePrefix: 10_000,
  /** Checks a page for a phrase. */
  phrasePage: 15_000,
}
const postingBytes = 2

/** Estimates the milliseconds of CPU that a search takes. Looks the words up, but reads no postings. */
export function searchCost(view: View, text: string, { limit = 100, order, ...options }: CostOptions): number {
  const nanoseconds = languages.map((language) => {
    const words = wordsIn(view, partitionOf(language))
    if (words === 0) return 0
    const { terms } = parseQuery(text, { ...options, language })
    const found = terms.flatMap(wordsOf).map((term) => termCost(view, language, words, term))
    const pages = Math.min(limit, sum(found.map(({ bytes }) => bytes)) / postingBytes)
    const perPage = costs.page + terms.length * costs.pageTerm + (isUnfinished(terms) ? costs.pagePrefix : 0)
    const synonyms = order === 'best-first' ? terms.flatMap((term) => synonymsOf(language, term)) : []
    // The words of a stem include the word itself.
    const stems = synonyms.filter(({ lexeme }) => lexeme.startsWith(stemMark))
    const synonymBytes = sum(stems.map((one) => bytesOf(view, language, one)))
    const looking = sum(found.map(({ cost }) => cost)) + synonymBytes * costs.byte
    return looking + pages * perPage + phraseCost(view, language, text)
  })
  return (costs.base + sum(nanoseconds)) / 1e6
}

const wordsOf = (term: Term) => [term, ...term.parts, ...(term.related ?? []).flatMap(({ parts }) => parts)]

const isUnfinished = (terms: Query['terms']) => terms.some((term) => term.alternatives.some(({ prefix }) => prefix))

function termCost(view: View, language: Language, words: number, { alternatives }: Term) {
  const found = alternatives.map((one) => ({ ...one, bytes: bytesOf(view, language, one) }))
  const bytes = sum(found.map((one) => one.bytes))
  const prefixBytes = sum(found.map((one) => (one.prefix ? one.bytes : 0)))
  return { bytes, cost: bytes * costs.byte + prefixBytes * costs.prefixByte + (bytes > 0 ? 0 : words * costs.spelling) }
}

function phraseCost(view: View, language: Language, text: string): number {
  const rarest = phrasesIn(text).map((words) => {
    const bytes = words.map((word) => bytesOf(view, language, { lexeme: word.text, prefix: false, worth: 1 }))
    return Math.min(...bytes) / postingBytes
  })
  return rarest.length === 0 ? 0 : Math.min(phrasePages, ...rarest) * costs.phrasePage
}

/** Returns the bytes of the postings of all words that an alternative matches. */
function bytesOf({ segments }: View, language: Language, alternative: Alternative): number {
  const name = Buffer.from(alternative.lexeme)
  return sum(segments.map(({ segment }) => bytesIn(segment, partitionOf(language), alternative, name)))
}

function bytesIn(segment: Segment, partition: number, { lexeme, prefix }: Alternative, name: Buffer): number {
  const between = (from: number, to: number) => endBefore(segment, to) - endBefore(segment, from)
  if (prefix) {
    const { from, to } = segment.findPrefix(partition, name)
    return between(from, to)
  }
  if (lexeme.startsWith(stemMark)) {
    const words = segment.findStem(partition, name.subarray(Buffer.byteLength(stemMark)))
    return sum(words.map((word) => between(word, word + 1)))
  }
  const word = segment.findWord(partition, name)
  return word < 0 ? 0 : between(word, word + 1)
}

/** Returns the end of the postings of the words before `word`. */
const endBefore = ({ parts }: Segment, word: number) => (word === 0 ? 0 : (parts.postingEnds[word - 1] ?? 0))

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
