import { analyse } from '../analyse.ts'
import type { Language } from '../language/languages.ts'
import { limits } from '../limits.ts'
import { findHit, type Hits, positionsOf, type WordHits } from './hits.ts'
import type { Lookup } from './lookup.ts'
import type { Located } from './page-order.ts'

const quoted = /["“”„«]([^"“”„«»]{1,500})["“”»]/g
const mostPhrases = 4
const mostWords = 32

/** A word of a phrase, and how many words behind its first one it stands. */
interface PhraseWord {
  text: string
  offset: number
}

/** The quoted phrases of a query that hold a word: their words must stand in a page in this order. */
export function phrasesIn(query: string): PhraseWord[][] {
  const phrases: PhraseWord[][] = []
  for (const [, text = ''] of query.slice(0, limits.queryCharacters).matchAll(quoted)) {
    const tokens = analyse(text)
    // The last character of a run by itself stands at the end of a run only; the pair before it is enough.
    const words = tokens.filter(({ kind, text: one, end }, index) => {
      return kind !== 'gram' || [...one].length > 1 || tokens[index - 1]?.end !== end
    })
    if (words.length > 0)
      phrases.push(words.slice(0, mostWords).map((word) => ({ text: word.text, offset: word.position })))
    if (phrases.length === mostPhrases) break
  }
  return phrases
}

/** Where the words of phrases stand in the pages of one language. */
export class PhraseFilter {
  private readonly hits: Hits
  private readonly phrases: { lists: WordHits[]; offset: number }[][]

  constructor(lookup: Lookup, language: Language, phrases: readonly PhraseWord[][]) {
    this.hits = lookup.hits
    this.phrases = phrases.map((words) =>
      words.map(({ text, offset }) => ({ lists: lookup.exact(language, text), offset })),
    )
  }

  /** Whether a page holds every word of the phrases; cheap. */
  mayHold(document: number): boolean {
    return this.phrases.every((words) => {
      return words.every(({ lists }) => lists.some((list) => findHit(this.hits, list, document) >= 0))
    })
  }

  /** Whether they stand in it as they were quoted. */
  holds(page: Located): boolean {
    return this.phrases.every((words) => {
      let begins: Set<number> | undefined
      for (const { lists, offset } of words) {
        const found = this.positions(lists, page).map((position) => position - offset)
        const before: Set<number> | undefined = begins
        begins = new Set(before ? found.filter((begin) => before.has(begin)) : found)
        if (begins.size === 0) return false
      }
      return true
    })
  }

  private positions(lists: readonly WordHits[], { index, segment, base, local }: Located): number[] {
    const list = lists.find((one) => one.segment === index)
    const hit = list ? findHit(this.hits, list, base + local) : -1
    return hit < 0 ? [] : positionsOf(this.hits, hit, segment.parts.postings)
  }
}
