import { everyTerm, parseQuery, type Query, type QueryOptions, type Term } from './query.ts'
import { type RankedCandidate, rank, type Statistics } from './rank.ts'
import { type Postings, postings } from './vector.ts'

/** A section that may answer: titles from the page's down to its own, and its text (plain or markdown). */
interface SectionText {
  titles: readonly string[]
  text: string
}

interface Answer<T> extends Pick<RankedCandidate<T>, 'candidate' | 'score'> {
  /** From 0 (nothing about it) to 1: how much of the question the section covers. */
  confidence: number
}

interface RankSectionsOptions extends QueryOptions {
  /** How common the question's words are among all sections; absent: counted among the candidates. */
  statistics?: Statistics
}

/**
 * Orders sections by how well they answer a question in plain words, best first. `confidence` is low where the rare
 * words of the question are missing: that is how one sees that the text does not answer it.
 */
export function rankSections<T extends SectionText>(
  question: string,
  candidates: readonly T[],
  options: RankSectionsOptions = {},
): Answer<T>[] {
  const query = parseQuery(question, options)
  const evidence = new Map(candidates.map((candidate) => [candidate, evidenceOf(candidate)]))
  const statistics = options.statistics ?? countTerms(query, [...evidence.values()])
  const ranked = rank(query, statistics, candidates, (candidate) => evidence.get(candidate) ?? evidenceOf(candidate))
  return ranked.map(({ candidate, score, coverage }) => ({ candidate, score, confidence: coverage }))
}

function evidenceOf({ titles, text }: SectionText): Postings {
  return postings({ title: titles.at(-1) ?? '', headings: titles.slice(0, -1), body: text }, { spellings: false })
}

function countTerms(query: Query, documents: readonly Postings[]): Statistics {
  const found = new Map<string, number>()
  for (const term of everyTerm(query)) {
    found.set(term.text, documents.filter(({ lexemes }) => holds(term, lexemes)).length)
  }
  return { documents: documents.length, found }
}

function holds({ alternatives }: Term, lexemes: Postings['lexemes']): boolean {
  return alternatives.some(({ lexeme, prefix }) =>
    prefix ? [...lexemes.keys()].some((one) => one.startsWith(lexeme)) : lexemes.has(lexeme),
  )
}
