import { type Block, toMarkdown } from '@quire/document'
import type { Related } from '@quire/search/texts'
import { type Chosen, choose, type QuoteBounds } from './choose-pieces.ts'
import { kindOf, type QuestionKind } from './question-kinds.ts'
import { plainText } from './quotable-inlines.ts'
import { paragraph } from './quotable-paragraph.ts'
import { bestOf, bestSections, type Candidate, candidatesOf } from './ranked-sections.ts'
import type { QuotedPassage, ReadPassage } from './section-pieces.ts'

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
    quotes: distinct(quoted.flat()),
    seeAlso: others.flatMap((page) => bestSections(page, 1).map(({ passage }) => passage + 1)),
  }
}

/** The quotes without those that say the same as one before them, such as a text that two spaces have. */
function distinct(quotes: readonly Quote[]): Quote[] {
  const wordsOf = ({ passage, markdown }: Quote) => markdown.replace(`[^${passage}]`, '')
  const first = new Map(quotes.toReversed().map((quote) => [wordsOf(quote), quote]))
  return quotes.filter((quote) => first.get(wordsOf(quote)) === quote)
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

/** The chosen pieces of a section as markdown that cites it: at the end of its first paragraph, or of its title. */
function cited(read: ReadPassage, chosen: Chosen, number: number): string {
  const [first, ...rest] = written(read, chosen)
  if (!first) return ''
  const mark = `[^${number}]`
  if (first.type === 'paragraph') return [markdownOf([first]) + mark, markdownOf(rest)].join('\n\n').trim()
  const title = paragraph([plainText(read.name)])
  return `${markdownOf([title])}${mark}\n\n${markdownOf([first, ...rest])}`
}

/** Block by block. */
function written({ blocks, pieces }: ReadPassage, chosen: Chosen): Block[] {
  const places = Map.groupBy(chosen, (at) => pieces[at]?.block ?? -1)
  return [...places].flatMap(([block, all]) => blocks[block]?.write(all.map((at) => pieces[at]?.place ?? 0)) ?? [])
}

const markdownOf = (nodes: Block[]): string => plainer(toMarkdown({ object: 'document', data: {}, nodes }).trim())

/** An underscore inside a word is no sign of markdown: names are read, and found, as they are written. Code stays. */
const plainer = (markdown: string): string => markdown.replace(codeOrUnderscore, (all) => (all === '\\_' ? '_' : all))

/** Code begins and ends with whole runs of backticks: parts of long runs would be tried each. */
const codeOrUnderscore = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu
