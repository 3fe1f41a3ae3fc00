import { analyse, type Token } from './analyse.ts'
import type { Language } from './language/languages.ts'
import { stemIn } from './language/stems.ts'
import { isStopWordIn } from './language/stop-words.ts'
import { limits } from './limits.ts'
import { type Related, withRelated } from './related.ts'

/**
 * Marks the stem of a word, for all words of this stem. Words begin with a letter, a digit, `_`, `@`, `-` or `$`, so none
 * is taken for it.
 */
export const stemMark = '~'

/**
 * One way in which the index may hold a term; `worth` is 1 for the word as written, less for what only resembles it.
 */
export interface Alternative {
  lexeme: string
  prefix: boolean
  worth: number
}

/** One thing that is looked for. An identifier is found whole or, for less, by all of its parts. */
export interface Term {
  text: string
  alternatives: Alternative[]
  parts: Term[]
  /** Phrases that mean the same, the closest first; absent where none is known. */
  related?: readonly RelatedTerm[]
}

/** A phrase that may stand in the place of a term: its words, which must stand together, and what it counts. */
export interface RelatedTerm {
  parts: Term[]
  worth: number
}

/** What a person typed, ready to be searched for. Without a single letter or digit it has no terms. */
export interface Query {
  terms: Term[]
}

export interface QueryOptions {
  /** The last word may be unfinished, as while typing; absent means false. */
  prefixLast?: boolean
  /** By whose rules words are stemmed and left out; absent means English. */
  language?: Language
  /** Phrases that mean the same as others; absent means none. */
  related?: readonly Related[]
}

/** Words of a query, of which stop words may go. */
const wordsRead = 10 * limits.queryTerms

export const worth = { exact: 1, joined: 1, stem: 0.8, prefix: 0.7, misspelt: 0.5 }

/**
 * The terms of a query or question. Stop words go only where other words remain; two words written apart are also
 * looked for as one (`stack trace`). Takes any string and reads at most `limits.queryCharacters` of it.
 */
export function parseQuery(text: string, options: QueryOptions = {}): Query {
  const tokens = analyse(text.slice(0, limits.queryCharacters))
  const places = headsOf(tokens)
  const heads = places.flatMap((at) => tokens[at] ?? [])
  const last = options.prefixLast && /[\p{L}\p{M}\p{N}]$/u.test(text) ? tokens.at(-1) : undefined
  const terms = heads.map((head, index) =>
    termOf(head, partsOf(tokens, places[index], places[index + 1]), last, options),
  )
  const stops = (word: string) => isStopWordIn(options.language ?? 'en', word)
  joinNeighbours(terms, heads, stops)
  const telling = terms.filter((term, index) => heads[index] === last || !stops(term.text))
  const { language = 'en', related = [] } = options
  const all = distinct(telling.length > 0 ? telling : terms).slice(0, limits.queryTerms)
  return { terms: withRelated(language, all, related, (means) => parseQuery(means, { language })) }
}

/**
 * Whether a token is the last character of a run, which only the index needs: in a query the pair before it is enough.
 */
function endsRun(token: Token, previous: Token | undefined): boolean {
  return (
    token.kind === 'gram' && [...token.text].length === 1 && previous?.kind === 'gram' && previous.end === token.end
  )
}

/** Where the words of the query stand among its tokens; more than a person types are not looked at. */
function headsOf(tokens: readonly Token[]): number[] {
  const heads: number[] = []
  for (const [at, token] of tokens.entries()) {
    if (heads.length > wordsRead) break
    if (token.kind !== 'part' && !endsRun(token, tokens[at - 1])) heads.push(at)
  }
  return heads
}

function partsOf(tokens: Token[], head = 0, next?: number): Token[] {
  const own = tokens.slice(head + 1, next)
  return own.filter((token) => token.kind === 'part').slice(0, limits.queryTerms)
}

function termOf(token: Token, parts: Token[], last: Token | undefined, options: QueryOptions): Term {
  const single = token.kind === 'gram' && [...token.text].length === 1
  const alternatives = wordAlternatives(token.text, options.language)
  if (token === last || single || (last && parts.includes(last))) {
    alternatives.push({ lexeme: token.text, prefix: true, worth: single ? worth.exact : worth.prefix })
  }
  return {
    text: token.text,
    alternatives,
    parts: distinct(parts.map((part) => termOf(part, [], last, options))),
  }
}

function wordAlternatives(text: string, language: Language = 'en'): Alternative[] {
  const root = stemIn(language, text)
  const inflected = { lexeme: stemMark + root, prefix: false, worth: worth.stem }
  const exact = { lexeme: text, prefix: false, worth: worth.exact }
  return root === text ? [exact, inflected] : [exact, inflected, { lexeme: root, prefix: false, worth: worth.stem }]
}

function joinNeighbours(terms: Term[], heads: Token[], stops: (word: string) => boolean): void {
  for (const [index, term] of terms.entries()) {
    const next = terms[index + 1]
    if (!next || heads[index]?.kind !== 'word' || heads[index + 1]?.kind !== 'word') continue
    if (stops(term.text) || stops(next.text)) continue
    const joined = {
      lexeme: (heads[index]?.text ?? '') + (heads[index + 1]?.text ?? ''),
      prefix: false,
      worth: worth.joined,
    }
    term.alternatives.push(joined)
    next.alternatives.push(joined)
  }
}

function distinct(terms: Term[]): Term[] {
  return [...new Map(terms.map((term) => [term.text, term])).values()]
}
