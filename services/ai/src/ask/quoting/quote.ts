import type { Related } from '@quire/search/texts'
import { bestOf, bestSections, type Candidate, candidatesOf } from './candidates.ts'
import { choose, type Room } from './choose.ts'
import { cited } from './cite.ts'
import type { QuotedPassage } from './pieces.ts'
import { kindOf, type QuestionKind } from './question-kinds.ts'

/** What is quoted of one section. */
interface Quote {
  /** The passage, by its place in what was given from 1 on: `[^1]` in the markdown cites the first. */
  passage: number
  markdown: string
}

/** What is taken of some sections. */
export interface Quotes {
  quotes: Quote[]
  /** The best section of each further page that may say more. */
  seeAlso: number[]
}

/** The first page is the answer; the others are quoted where they say as much, and briefly. */
const rooms: readonly Room[] = [
  { characters: 700, pieces: 6, codeLines: 25, codeCharacters: 1200, least: 300 },
  { characters: 260, pieces: 2, codeLines: 6, codeCharacters: 300, least: 0 },
  { characters: 260, pieces: 2, codeLines: 6, codeCharacters: 300, least: 0 },
]
/** Sections of the first page, and of another one, that are quoted. */
const sectionsQuoted = { first: 2, other: 1 }
/** Where they come to fewer characters of markdown, the first page is quoted by its next section too. */
const leastOfFirst = 250
/** A section with a smaller share of what the best one scores is about something else, and never added. */
const leastBeside = 0.6
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
  const pages = candidatesOf({ question, related }, passages, { kind, pages: rooms.length })
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

/** What is quoted of the sections of one page, in the order in which they were given. */
function quotesOfPage(page: readonly Candidate[], at: number, kind: QuestionKind): Quote[] {
  const room = rooms[at]
  if (!room) return []
  const quoted = (one: Candidate) => ({ passage: one.passage + 1, markdown: quoteOf(one, room, kind) })
  const best = bestSections(page, at === 0 ? sectionsQuoted.first : sectionsQuoted.other)
  const quotes = best.map(quoted)
  for (const one of at === 0 ? page.toSorted((one, other) => other.best - one.best) : []) {
    if (quotes.reduce((sum, { markdown }) => sum + markdown.length, 0) >= leastOfFirst) break
    if (!best.includes(one) && one.best >= leastBeside * bestOf(page)) quotes.push(quoted(one))
  }
  return quotes.filter(({ markdown }) => markdown !== '').toSorted((one, other) => one.passage - other.passage)
}

const quoteOf = (one: Candidate, room: Room, kind: QuestionKind) =>
  cited(one.read, choose(one, room, kind), one.passage + 1)
