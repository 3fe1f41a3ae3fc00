import type { Root } from 'mdast'
import type { Effort } from '../effort.ts'
import { DocumentError } from '../errors.ts'
import { Points } from './points.ts'
import { type Run, runsIn } from './runs.ts'
import { putBack, standIn, withStandIns } from './stand-ins.ts'

/** The least that the parser spends on a character, so that no text is refused that it would read. */
const FOR_A_CHARACTER = 50
/** The least share of a text that is worth it. */
const LEAST = 0.1

const nothingElse = new RegExp(`^[ \\t\\n]*${standIn}[ \\t\\n]*$`)

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
  const rest = effort.rest()
  const root = rootOf(markdown, runs, rest, parser)
  if (!root) return undefined
  effort.spend(rest.spent + FOR_A_CHARACTER * characters, 'markup')
  root.position = { start: { line: 1, column: 1, offset: 0 }, end: points.at(markdown.length) }
  return root
}

function rootOf(markdown: string, runs: readonly Run[], effort: Effort, parser: Parser): Root | undefined {
  const { text, offsets } = withStandIns(markdown, runs)
  if (nothingElse.test(text)) return { type: 'root', children: runs.flatMap(({ blocks }) => blocks) }
  try {
    const root = parser(text, effort)
    const children = putBack(root.children, runs, offsets)
    return children && { ...root, children }
  } catch (error) {
    // A text with stand-ins may cost more than the text, where something else is open in it.
    if (error instanceof DocumentError) return undefined
    throw error
  }
}
