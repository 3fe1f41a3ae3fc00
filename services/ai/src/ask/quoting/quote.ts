import type { Related } from '@quire/search/texts'
import { bestOf, bestSections, type Candidate, candidatesOf } from './candidate-sections.ts'
import { choose, type QuoteBounds } from './choose-pieces.ts'
import { cited } from './cited-markdown.ts'
import { kindOf, type QuestionKind } from './question-kinds.ts'
import type { QuotedPassage } from './section-pieces.ts'

/** The quote of one section. */
interface Quote {
  /** The passage, by its place in what was given from 1 on: `[^1]` in the markdown cites the first. */
  passage: number
  markdown: string
}

/** The quotes of some sections. */
export interface Quotes {
  quotes: Quote[]
  /** The best section of each further page that may say more. */
  seeAlso: number[]
}

/** The first page is the answer; the others are quoted where they say as much, and briefly. */
const pageBounds: readonly QuoteBounds[] = [
  { characters: 700, pieces: 6, codeLines: 25, codeCharacters: 1200, least: 300 },
  { characters: 260, pieces: 2, codeLines: 6, codeCharacters: 300, least: 0 },
  { characters: 260, pieces: 2, codeLines: 6, codeCharacters: 300, least: 0 },
]
/** Sections of the first page, and of another one, that are quoted. */
const sectionsQuoted = { first: 2, other: 1 }
/** If the quotes of the first page have fewer characters of markdown, its next section is quoted too. */
const minOfFirst = 250
/** A section with a smaller share of what the best one scores is about something else, and never added. */
const minBeside = 0.6
/** A further page is quoted beside the first if it is nearly as good. */
const nearlyAsGood = 0.75

/**
 * Quotes of the sections that answer a question, best page first; none where nothing can be read. The sections are the
 * best first. `related` is what words of the question may mean too. A pure function of what is given; it takes milliseconds.
 */
export function quotesOf(
  question: string,
  passages: readonly QuotedPassage[],
  related: readonly Related[] = [],
): Quotes {
  const kind = kindOf(question)
  const pages = candidatesOf({ question, related }, passages, { kind, pages: pageBounds.length })
  const first = bestOf(pages[0] ?? [])
  const isQuoted = (page: readonly Candidate[]) => page === pages[0] || bestOf(page) >= nearlyAsGood * first
  const quoted = pages.map((page, at) => (isQuoted(page) ? quotesOfPage(page, at, kind) : []))
  // Also one that seemed as good, of which no piece says anything of the question.
  const others = pages.filter((_, at) => quoted[at]?.length === 0)
  return {
    quotes: quoted.flat(),
    seeAlso: others.flatMap((page) => bestSections(page, 1).map(({ passage }) => passage + 1)),
  }
}

/** The quotes of the sections of one page, in the order in which the sections were given. */
function quotesOfPage(page: readonly Candidate[], at: number, kind: QuestionKind): Quote[] {
  const bounds = pageBounds[at]
  if (!bounds) return []
  const quoted = (one: Candidate) => ({ passage: one.passage + 1, markdown: quoteOf(one, bounds, kind) })
  const best = bestSections(page, at === 0 ? sectionsQuoted.first : sectionsQuoted.other)
  const quotes = best.map(quoted)
  for (const one of at === 0 ? page.toSorted((one, other) => other.best - one.best) : []) {
    if (quotes.reduce((sum, { markdown }) => sum + markdown.length, 0) >= minOfFirst) break
    if (!best.includes(one) && one.best >= minBeside * bestOf(page)) quotes.push(quoted(one))
  }
  return quotes.filter(({ markdown }) => markdown !== '').toSorted((one, other) => one.passage - other.passage)
}

const quoteOf = (one: Candidate, bounds: QuoteBounds, kind: QuestionKind) =>
  cited(one.read, choose(one, bounds, kind), one.passage + 1)
