import { languageOf, type Related } from '@quire/search/texts'
import { choose, type Room } from './choose.ts'
import { cited } from './cite.ts'
import { markRepeated, type QuotedPassage, type ReadPassage, readPassage } from './pieces.ts'
import { kindOf, type QuestionKind } from './question-kinds.ts'
import { scoresOf } from './score.ts'
import { type AskedWords, weigh } from './words.ts'

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
/** A section is quoted beside another one of its page, and a further page beside the first, if it is nearly as good. */
const nearlyAsGood = { section: 0.85, page: 0.75 }

/** What a section keeps of its score for each better one of its page, by the order in which they were given. */
const rankShare = 0.93

interface Candidate {
  /** By its place in what was given, from 0 on. */
  passage: number
  read: ReadPassage
  scores: number[]
  best: number
}

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
  const pages = candidatesOf({ question, related }, passages, kind)
  const first = bestOf(pages[0] ?? [])
  const isQuoted = (page: readonly Candidate[]) => page === pages[0] || bestOf(page) >= nearlyAsGood.page * first
  const quotes = pages.flatMap((page, at) => (isQuoted(page) ? quotesOfPage(page, at, kind) : []))
  const others = pages.filter((page) => !isQuoted(page))
  return { quotes, seeAlso: others.flatMap((page) => bestSections(page, 1).map(({ passage }) => passage + 1)) }
}

function quotesOfPage(page: readonly Candidate[], at: number, kind: QuestionKind): Quote[] {
  const room = rooms[at]
  if (!room) return []
  return bestSections(page, at === 0 ? sectionsQuoted.first : sectionsQuoted.other).flatMap((one) => {
    const markdown = cited(one.read, choose(one.read, one.scores, room, kind), one.passage + 1)
    return markdown === '' ? [] : [{ passage: one.passage + 1, markdown }]
  })
}

/** The sections of the best pages, page by page, with how well their pieces answer. */
function candidatesOf(asked: AskedWords, passages: readonly QuotedPassage[], kind: QuestionKind): Candidate[][] {
  const keys = [...new Set(passages.map(keyOf))].slice(0, rooms.length)
  const read = passages.flatMap((passage, at) =>
    keys.includes(keyOf(passage)) ? [{ key: keyOf(passage), passage: at, read: readPassage(passage) }] : [],
  )
  markRepeated(read.map((one) => one.read))
  const texts = read.flatMap((one) => one.read.pieces.map(({ words, under }) => new Set([...words, ...under])))
  const terms = weigh(asked, languageOf(passages[0]?.language ?? ''), texts)
  return keys.map((key) =>
    read
      .filter((one) => one.key === key)
      .map((one, rank) => {
        const scores = scoresOf(one.read, terms, kind)
        return { ...one, scores, best: Math.max(0, ...scores) * rankShare ** rank }
      }),
  )
}

const keyOf = ({ spaceId, pageId }: QuotedPassage) => `${spaceId}/${pageId}`
const bestOf = (candidates: readonly Candidate[]) => Math.max(0, ...candidates.map(({ best }) => best))

/** The best sections of a page, in the order in which they were given. */
function bestSections(sections: readonly Candidate[], most: number): Candidate[] {
  const chosen = sections.toSorted((one, other) => other.best - one.best).slice(0, most)
  return sections.filter((one) => chosen.includes(one) && one.best >= bestOf(sections) * nearlyAsGood.section)
}
