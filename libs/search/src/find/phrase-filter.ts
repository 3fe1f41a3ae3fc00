import { analyse } from '../analyse.ts'
import type { Language } from '../language/languages.ts'
import { textLimits } from '../text-limits.ts'
import { findHit, type Hits, positionsOf, type WordHits } from './hits.ts'
import type { Located } from './page-order.ts'
import type { Lookup } from './word-lookup.ts'

const quoted = /["“”„«]([^"“”„«»]{1,500})["“”»]/g
const maxPhrases = 4
const maxWords = 32

/** A word of a phrase, and its distance in words from the first one. */
interface PhraseWord {
  text: string
  offset: number
}

/** Returns the quoted phrases of a query that contain a word. A page has to contain their words in this order. */
export function phrasesIn(query: string): PhraseWord[][] {
  const phrases: PhraseWord[][] = []
  for (const [, text = ''] of query.slice(0, textLimits.queryCharacters).matchAll(quoted)) {
    const tokens = analyse(text)
    // The last character of a run is a token only at the end of a run; the pair before it is enough.
    const words = tokens.filter(({ kind, text: one, end }, index) => {
      return kind !== 'gram' || [...one].length > 1 || tokens[index - 1]?.end !== end
    })
    if (words.length > 0)
      phrases.push(words.slice(0, maxWords).map((word) => ({ text: word.text, offset: word.position })))
    if (phrases.length === maxPhrases) break
  }
  return phrases
}

/** Checks pages of one language for phrases. */
export class PhraseFilter {
  private readonly hits: Hits
  private readonly phrases: { lists: WordHits[]; offset: number }[][]

  constructor(lookup: Lookup, language: Language, phrases: readonly PhraseWord[][]) {
    this.hits = lookup.hits
    this.phrases = phrases.map((words) =>
      words.map(({ text, offset }) => ({ lists: lookup.exact(language, text), offset })),
    )
  }

  /** Returns the pages that contain every word of the phrases, in any order. */
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

  /** True if a page contains all phrases as they were quoted. */
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
    return hit < 0 ? [] : positionsOf(this.hits, hit, segment.parts.positions)
  }
}

/** Returns the beginnings for which `positions` contains a position `offset` after them; both are sorted. */
function common(begins: readonly number[], positions: readonly number[], offset: number): number[] {
  let at = 0
  return begins.filter((begin) => {
    while (at < positions.length && (positions[at] ?? 0) < begin + offset) at++
    return positions[at] === begin + offset
  })
}
