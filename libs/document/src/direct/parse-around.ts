import type { Root, RootContent } from 'mdast'
import type { Effort } from '../effort.ts'
import { DocumentError } from '../errors.ts'
import { Points } from './points.ts'
import { runsIn } from './runs.ts'
import { putBack, standIn, withStandIns } from './stand-ins.ts'

/** What reading a character would cost the parser, on average. */
const FOR_A_CHARACTER = 60
/** The least share of a text that is worth it. */
const LEAST = 0.1

type Parser = (markdown: string, effort: Effort) => Root

/**
 * The tree of a text, of which the parser reads only what needs one. Nothing where little is won, or where something
 * that begins further up, such as HTML, takes in what seemed to need none.
 */
export function parseAround(markdown: string, effort: Effort, parser: Parser): Root | undefined {
  const points = new Points(markdown)
  const runs = runsIn(markdown, points)
  const characters = runs.reduce((sum, { start, end }) => sum + end - start, 0)
  if (characters === 0 || characters < LEAST * markdown.length) return undefined
  const { text, places } = withStandIns(markdown, runs)
  const rest = effort.rest()
  const children =
    text.trim() === standIn ? runs.flatMap(({ blocks }) => blocks) : putBack(parsed(text, rest, parser), runs, places)
  if (!children) return undefined
  effort.spend(rest.spent + FOR_A_CHARACTER * characters, 'markup')
  const position = { start: { line: 1, column: 1, offset: 0 }, end: points.at(markdown.length) }
  return { type: 'root', children, position }
}

/** A text with stand-ins may cost more than the text, where they close or open something. */
function parsed(text: string, effort: Effort, parser: Parser): RootContent[] {
  try {
    return parser(text, effort).children
  } catch (error) {
    if (error instanceof DocumentError) return []
    throw error
  }
}
