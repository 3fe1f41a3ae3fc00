import { analyse, type Token } from './analyse.ts'
import type { Language } from './language/languages.ts'
import { stemIn } from './language/stems.ts'
import { isStopWordIn } from './language/stop-words.ts'
import { textLimits } from './text-limits.ts'

/**
 * The first character of a lexeme that stands for all words of a stem. Words begin with a letter, a digit, `_`, `@`,
 * `-` or `$`, so no word is mistaken for a stem.
 */
export const stemMark = '~'

/** One form in which the index may hold a term. `worth` is 1 for the word as written, and less for similar words. */
export interface Alternative {
  lexeme: string
  prefix: boolean
  worth: number
}

/** A term of a query. An identifier is found whole or, with a lower score, by all of its parts. */
export interface Term {
  text: string
  alternatives: Alternative[]
  parts: Term[]
  /** Phrases that mean the same, the closest first; absent if none is known. */
  related?: readonly RelatedTerm[]
}

/** A phrase that may replace a term: its words, which must occur together, and its weight. */
interface RelatedTerm {
  parts: Term[]
  worth: number
}

/** A parsed search text. Has no terms if the text has no letter or digit. */
export interface Query {
  terms: Term[]
}

export interface QueryOptions {
  /** True if the last word may be unfinished, as while typing; absent means false. */
  prefixLast?: boolean
  /** The language by whose rules words are stemmed and stop words left out; absent means English. */
  language?: Language
  /** Phrases that mean the same as others; absent means none. */
  related?: readonly Related[]
}

/** Two phrases that mean the same in the texts of some organization. */
export interface Related {
  /** The key of the phrase that may be replaced (`phraseKey`). */
  key: string
  /** The phrase that may replace it. */
  means: string
  /** The weight relative to the phrase itself, below 1. */
  worth: number
}

/** The most significant words of a phrase that has a key. */
export const maxPhraseWords = 5
const maxPerTerm = 3
/** Bound on the related phrases that are looked up for one query. */
const maxPerQuery = 8

/** Bound on the words of a query before stop words are removed. */
const maxWords = 10 * textLimits.queryTerms

export const worth = { exact: 1, joined: 1, stem: 0.8, prefix: 0.7, misspelt: 0.5 }

/**
 * Parses a query or question into terms. Stop words are removed if other words remain; two adjacent words are also
 * looked up as one (`stack trace`). Accepts any string and reads at most `textLimits.queryCharacters` of it.
 */
export function parseQuery(text: string, options: QueryOptions = {}): Query {
  const tokens = analyse(text.slice(0, textLimits.queryCharacters))
  const headIndexes = headsOf(tokens)
  const heads = headIndexes.flatMap((at) => tokens[at] ?? [])
  const last = options.prefixLast && /[\p{L}\p{M}\p{N}]$/u.test(text) ? tokens.at(-1) : undefined
  const terms = heads.map((head, index) =>
    termOf(head, partsOf(tokens, headIndexes[index], headIndexes[index + 1]), last, options),
  )
  const stops = (word: string) => isStopWordIn(options.language ?? 'en', word)
  joinNeighbours(terms, heads, stops)
  const significant = terms.filter((term, index) => heads[index] === last || !stops(term.text))
  const { language = 'en', related = [] } = options
  const all = distinct(significant.length > 0 ? significant : terms).slice(0, textLimits.queryTerms)
  return { terms: withRelated(language, all, related, (means) => parseQuery(means, { language })) }
}

/**
 * True if a token is the last character of a run, which only the index needs: in a query the pair before it suffices.
 */
function endsRun(token: Token, previous: Token | undefined): boolean {
  return (
    token.kind === 'gram' && [...token.text].length === 1 && previous?.kind === 'gram' && previous.end === token.end
  )
}

/** Returns the indexes of the tokens that begin a word of the query; stops after more words than a person types. */
function headsOf(tokens: readonly Token[]): number[] {
  const heads: number[] = []
  for (const [at, token] of tokens.entries()) {
    if (heads.length > maxWords) break
    if (token.kind !== 'part' && !endsRun(token, tokens[at - 1])) heads.push(at)
  }
  return heads
}

function partsOf(tokens: Token[], head = 0, next?: number): Token[] {
  const own = tokens.slice(head + 1, next)
  return own.filter((token) => token.kind === 'part').slice(0, textLimits.queryTerms)
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

/**
 * Returns a key that is equal for phrases with the same significant words in any order and inflection of `language`.
 */
export const keyOf = (language: Language, words: readonly Term[]): string =>
  `${language}:${words
    .map(({ text }) => stemIn(language, text))
    .toSorted()
    .join(' ')}`

/** Yields the keys of all phrases of consecutive terms, with their terms. */
export function* phrasesOf(language: Language, terms: readonly Term[]): Generator<{ key: string; words: Term[] }> {
  for (let from = 0; from < terms.length; from++) {
    for (let to = from + 1; to <= Math.min(terms.length, from + maxPhraseWords); to++) {
      const words = terms.slice(from, to)
      yield { key: keyOf(language, words), words }
    }
  }
}

/** Adds to each term the phrases related to a phrase that contains the term. `parse` parses those. */
function withRelated(
  language: Language,
  terms: Term[],
  related: readonly Related[],
  parse: (text: string) => Query,
): Term[] {
  if (related.length === 0) return terms
  const byKey = Map.groupBy(related, ({ key }) => key)
  const asked = new Set(terms.flatMap(wordsOf).map(({ text }) => stemIn(language, text)))
  const found = new Map<Term, RelatedTerm[]>()
  let left = maxPerQuery
  for (const { key, words } of phrasesOf(language, terms)) {
    for (const { means, worth } of byKey.get(key) ?? []) {
      if (left === 0) break
      const parts = parse(means).terms.flatMap(wordsOf)
      if (parts.every(({ text }) => asked.has(stemIn(language, text)))) continue
      left -= 1
      for (const word of words) found.set(word, [...(found.get(word) ?? []), { worth, parts }])
    }
  }
  return terms.map((term) => {
    const others = found.get(term)?.toSorted((one, other) => other.worth - one.worth)
    return others ? { ...term, related: others.slice(0, maxPerTerm) } : term
  })
}

/**
 * Returns the parts of a term, or the term itself. A name in parts has several spellings, in all of which its parts are
 * adjacent.
 */
const wordsOf = (term: Term): Term[] => (term.parts.length > 0 ? term.parts : [term])
