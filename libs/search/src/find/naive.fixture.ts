import { analyse } from '../analyse.ts'
import { type Language, languages } from '../language/languages.ts'
import { stemIn } from '../language/stems.ts'
import { type Alternative, parseQuery, type Term } from '../query.ts'
import type { PageVersion } from '../segment/page-version.ts'
import { type NaivePage, readPage, type Word } from './naive-pages.fixture.ts'

/* A search without an index, by the rules alone: reads every page word by word for every query. */

interface NaiveSection {
  index: number
  score: number
  coverage: number
  words: { term: number; token: number }[]
}

interface NaiveFound {
  space: string
  id: string
  score: number
  coverage: number
  complete: boolean
  sections: NaiveSection[]
}

interface Occurrence {
  word: Word
  worth: number
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const rarity = (found: number, pages: number) => Math.log(1 + (Math.max(pages, found) - found + 0.5) / (found + 0.5))

function stands({ lexeme, prefix }: Alternative, word: string, language: Language): boolean {
  if (prefix) return word.startsWith(lexeme) && (Buffer.byteLength(lexeme) > 1 || Buffer.byteLength(word) <= 4)
  if (lexeme.startsWith('~')) return word !== lexeme.slice(1) && stemIn(language, word) === lexeme.slice(1)
  return word === lexeme
}

function occurrencesOf({ alternatives }: Term, { words, language }: NaivePage): Occurrence[] {
  const best = new Map<number, Occurrence>()
  for (const word of words) {
    for (const alternative of alternatives) {
      const known = best.get(word.position)
      if (!stands(alternative, word.text, language) || (known && known.worth >= alternative.worth)) continue
      best.set(word.position, { word, worth: alternative.worth })
    }
  }
  return [...best.values()].sort((one, other) => one.word.position - other.word.position)
}

function distanceOf(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, at) => row + at),
  )
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const values = [at(row - 1, column - 1) + same, at(row - 1, column) + 1, at(row, column - 1) + 1]
      if (row > 1 && column > 1 && swapped) values.push(at(row - 2, column - 2) + 1)
      const cells = rows[row]
      if (cells) cells[column] = Math.min(...values)
    }
  }
  return at(one.length, other.length)
}

function spellings(word: string, language: Language, pages: readonly NaivePage[]): Alternative[] {
  if (word.length < 5 || word.length > 32) return []
  const held = new Map<string, number>()
  for (const page of pages.filter((one) => one.language === language)) {
    for (const text of new Set(page.words.map(({ text: one }) => one))) held.set(text, (held.get(text) ?? 0) + 1)
  }
  for (const distance of word.length < 9 ? [1] : [1, 2]) {
    const near = [...held].filter(([text]) => distanceOf(word, text) === distance)
    near.sort(([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1))
    if (near.length > 0) return near.slice(0, 8).map(([lexeme]) => ({ lexeme, prefix: false, worth: 0.5 }))
  }
  return []
}

const holds = (term: Term, page: NaivePage) =>
  occurrencesOf(term, page).length > 0 ||
  (term.parts.length > 0 && term.parts.every((part) => occurrencesOf(part, page).length > 0))

function phrasesIn(text: string): { text: string; offset: number }[][] {
  return [...text.matchAll(/"([^"]+)"/g)].flatMap(([, inner = '']) => {
    // The pair before the last character of a run is enough.
    const tokens = analyse(inner).filter(
      (one, at, all) => one.kind !== 'gram' || one.text.length > 1 || all[at - 1]?.end !== one.end,
    )
    const words = tokens.map((token) => ({ text: token.text, offset: token.position }))
    return words.length > 0 ? [words] : []
  })
}

function standsIn(phrase: readonly { text: string; offset: number }[], { words }: NaivePage): boolean {
  return words.some(({ position }) =>
    phrase.every(({ text, offset }) => words.some((word) => word.text === text && word.position === position + offset)),
  )
}

/** Returns the pages that a search has to find, in the order of space and id. */
export function findNaively(
  versions: readonly PageVersion[],
  readable: readonly string[],
  text: string,
  prefixLast: boolean,
) {
  const pages = versions.filter(({ space, text: one }) => readable.includes(space) && !one?.unlisted).map(readPage)
  const queries = new Map(languages.map((language) => [language, parseQuery(text, { prefixLast, language }).terms]))
  const count = (found: (term: Term) => boolean, test: (term: Term, page: NaivePage) => boolean) =>
    pages.filter((page) => queries.get(page.language)?.some((term) => found(term) && test(term, page))).length
  const asWritten = new Set(
    [...queries.values()]
      .flat()
      .flatMap(({ text: one }) => (count((term) => term.text === one, holds) > 0 ? [one] : [])),
  )
  for (const [language, terms] of queries) {
    const respelt = terms.map((term) => {
      if (asWritten.has(term.text)) return term
      return { ...term, alternatives: [...term.alternatives, ...spellings(term.text, language, pages)] }
    })
    queries.set(language, respelt)
  }
  const weight = (term: Term, part?: Term) =>
    rarity(
      part
        ? pages.filter((page) =>
            queries.get(page.language)?.some(({ text: one, parts }) => {
              return one === term.text && parts.some((other) => other.text === part.text && holds(other, page))
            }),
          ).length
        : count((one) => one.text === term.text, holds),
      pages.length,
    )
  const phrases = phrasesIn(text)
  const candidates = pages.filter((page) => {
    const terms = queries.get(page.language) ?? []
    const some = terms.some((term) => [term, ...term.parts].some((one) => occurrencesOf(one, page).length > 0))
    return some && phrases.every((phrase) => standsIn(phrase, page))
  })
  const mean = Math.max(1, sum(candidates.map(({ size }) => size)) / Math.max(1, candidates.length))
  return candidates.map((page) => scoreNaively(page, queries.get(page.language) ?? [], weight, mean))
}

function scoreNaively(
  page: NaivePage,
  terms: readonly Term[],
  weight: (term: Term, part?: Term) => number,
  mean: number,
): NaiveFound {
  const length = 1 - 0.6 + 0.6 * (page.size / mean)
  const saturated = (occurrences: readonly Occurrence[]) => {
    const amount = sum(occurrences.map(({ word, worth }) => word.worth * worth))
    return (amount * 2.2) / (amount + 1.2 * length)
  }
  const best = (occurrences: readonly Occurrence[]) => Math.max(0, ...occurrences.map(({ worth }) => worth))
  const occurrences = terms.map((term) => occurrencesOf(term, page))
  const weights = terms.map((term) => weight(term))
  const coverages = terms.map((term, index) => {
    const byParts = term.parts.length > 0 && term.parts.every((part) => occurrencesOf(part, page).length > 0)
    return Math.max(best(occurrences[index] ?? []), byParts ? 0.4 : 0)
  })
  const own = terms.map((term, index) => {
    const parts = term.parts.map((part) => saturated(occurrencesOf(part, page)) * weight(term, part))
    return saturated(occurrences[index] ?? []) * (weights[index] ?? 0) + (0.4 * sum(parts)) / Math.max(1, parts.length)
  })
  const titled = occurrences.map((one) => one.filter(({ word }) => word.worth === 8))
  const used = new Set(titled.flat().map(({ word }) => word.position)).size
  const named = sum(titled.map((one, index) => best(one) * (weights[index] ?? 0)))
  const title = used === 0 ? 0 : (named * 1.5 * used) / Math.max(used, page.titleSize)
  const total = sum(weights)
  const found = terms.map((term, index) => {
    const whole = occurrences[index] ?? []
    if (whole.length > 0) return whole
    const parts = new Map<number, Occurrence>()
    for (const occurrence of term.parts.flatMap((part) => occurrencesOf(part, page))) {
      const known = parts.get(occurrence.word.position)
      if (!known || known.worth < occurrence.worth * 0.4)
        parts.set(occurrence.word.position, { ...occurrence, worth: occurrence.worth * 0.4 })
    }
    return [...parts.values()]
  })
  return {
    space: page.space,
    id: page.id,
    score: sum(own) + close(occurrences, weights) + title,
    coverage: total > 0 ? sum(coverages.map((one, index) => one * (weights[index] ?? 0))) / total : 0,
    complete: coverages.every((one) => one > 0),
    sections: sectionsOf(found, weights, best),
  }
}

function close(occurrences: readonly Occurrence[][], weights: readonly number[]): number {
  return sum(
    occurrences.slice(1).map((second, index) => {
      const pairs = (occurrences[index] ?? []).flatMap(({ word: { position } }) =>
        second.flatMap(({ word: { position: other } }) =>
          other === position ? [] : [other > position ? other - position : position - other + 1],
        ),
      )
      const distance = Math.min(...pairs)
      return distance > 8 ? 0 : (0.6 * Math.min(weights[index] ?? 0, weights[index + 1] ?? 0)) / distance
    }),
  )
}

function sectionsOf(
  occurrences: readonly Occurrence[][],
  weights: readonly number[],
  best: (occurrences: Occurrence[]) => number,
): NaiveSection[] {
  const indexes = new Set(occurrences.flat().flatMap(({ word }) => word.section ?? []))
  const sections = [...indexes].map((index) => {
    const inTitle = occurrences.map((one) => one.filter(({ word }) => word.section === index && word.inTitle))
    const inText = occurrences.map((one) => one.filter(({ word }) => word.section === index && !word.inTitle))
    const score = sum(weights.map((one, at) => one * (2 * best(inTitle[at] ?? []) + best(inText[at] ?? []))))
    const titled = occurrences.map((one) => one.filter(({ word }) => word.worth === 8))
    const covered = weights.map(
      (one, at) => one * Math.max(...[titled, inTitle, inText].map((in_) => best(in_[at] ?? []))),
    )
    const coverage = sum(weights) > 0 ? sum(covered) / sum(weights) : 0
    const found = inText.flatMap((one, term) => one.map(({ word }) => ({ term, token: word.token })))
    found.sort((one, other) => one.token - other.token || one.term - other.term)
    return { index, score: score + close(inText, weights), coverage, words: found }
  })
  // Sums that are equal but for their last digits are equal.
  return sections.sort((one, other) => Math.round((other.score - one.score) * 1e6) || one.index - other.index)
}
