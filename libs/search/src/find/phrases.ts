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

  /** The pages that hold every word of the phrases, in any order. */
  possible(): number[] {
    const words = this.phrases.flat().map(({ lists }) => lists)
    const counts = words.map((lists) => lists.reduce((sum, { from, to }) => sum + to - from, 0))
    const rarest = words[counts.indexOf(Math.min(...counts))] ?? []
    const others = words.filter((lists) => lists !== rarest)
    const pages: number[] = []
    for (const { from, to } of rarest) {
      for (let hit = from; hit < to; hit++) {
        const document = this.hits.documents[hit] ?? 0
        if (others.every((lists) => this.within(lists, document))) pages.push(document)
      }
    }
    return pages
  }

  private within(lists: readonly WordHits[], document: number): boolean {
    for (const list of lists) if (findHit(this.hits, list, document) >= 0) return true
    return false
  }

  /** Whether they stand in it as they were quoted. */
  holds(page: Located): boolean {
    return this.phrases.every((words) => {
      let begins: number[] | undefined
      for (const { lists, offset } of words) {
        const found = this.positions(lists, page)
        begins = begins ? common(begins, found, offset) : found.map((position) => position - offset)
        if (begins.length === 0) return false
      }
      return true
    })
  }

  private positions(lists: readonly WordHits[], { index, segment, base, local }: Located): number[] {
    const list = lists.find((one) => one.segment === index)
    const hit = list ? findHit(this.hits, list, base + local) : -1
    return hit < 0 ? [] : positionsOf(this.hits, hit, segment.parts.places)
  }
}

/** Of these beginnings the ones that a position stands `offset` behind; both are in order. */
function common(begins: readonly number[], positions: readonly number[], offset: number): number[] {
  let at = 0
  return begins.filter((begin) => {
    while (at < positions.length && (positions[at] ?? 0) < begin + offset) at++
    return positions[at] === begin + offset
  })
}
