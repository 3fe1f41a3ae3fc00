import type { Construct, Extension } from 'micromark-util-types'
import { DocumentError } from './errors.ts'

/** The longest text accepted, in UTF-16 code units. */
export const MAX_LENGTH = 500_000
/** The deepest tree accepted: everything that walks one may recurse. */
export const MAX_DEPTH = 200
/** The most nodes of a page's syntax tree. Written pages have some 120 for 1,000 characters. */
export const MAX_NODES = 60_000
/** The most columns of a table, and the most cells: its columns times its rows, whether they are written or not. */
export const MAX_COLUMNS = 200
export const MAX_CELLS = 20_000
/** The most characters of a document as JSON. */
export const MAX_DOCUMENT = 5_000_000
const MAX_MARKERS = 50
const MAX_INDENT = 200
const MAX_EFFORT = 20_000_000

const marker = /[ \t]*(?:>|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y
const indentedMarker = new RegExp(`^[ \\t]{${MAX_INDENT},}(?:>|[*+-][ \\t]|\\d{1,9}[.)][ \\t])`)

/** Refuses what would nest too deeply before the parser, whose work grows with the square of it, sees the text. */
export function checkNesting(markdown: string): void {
  if (markdown.length > MAX_LENGTH) {
    throw new DocumentError('too-large', `A page may hold at most ${MAX_LENGTH} characters`)
  }
  checkRuns(markdown)
  let number = 0
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    number += 1
    if (markersOf(line) > MAX_MARKERS || indentedMarker.test(line)) {
      throw new DocumentError('too-deep', 'Quotes or lists are nested too deeply', number)
    }
  }
}

/**
 * Refuses code in ever longer signs: for each length that nothing closes, the parser reads to the end of the paragraph
 * and begins again.
 */
function checkRuns(markdown: string): void {
  const lengths = new Set<number>()
  for (const [run] of markdown.matchAll(/`+/g)) lengths.add(run.length)
  if (lengths.size * markdown.length > MAX_EFFORT) {
    throw new DocumentError('too-complex', 'The page marks code in too many ways')
  }
}

function markersOf(line: string): number {
  let count = 0
  marker.lastIndex = 0
  while (count <= MAX_MARKERS && marker.test(line)) count += 1
  marker.lastIndex = 0
  return count
}

/** Refuses trees that recursion could not walk: emphasis and indented lists nest without markers to count. */
export function checkDepth<Node>(root: Node, childrenOf: (node: Node) => readonly Node[], most = MAX_DEPTH): void {
  let level: Node[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) throw new DocumentError('too-deep', 'The content is nested too deeply')
    level = level.flatMap((node) => [...childrenOf(node)])
  }
}

/** Refuses a table that is too large to show: short rows are written in few characters, but shown as wide as the others. */
export function checkTable(columns: number, rows: number, line?: number): void {
  if (columns > MAX_COLUMNS)
    throw new DocumentError('too-large', `A table may have at most ${MAX_COLUMNS} columns`, line)
  if (columns * rows > MAX_CELLS)
    throw new DocumentError('too-large', `A table may have at most ${MAX_CELLS} cells`, line)
}

/**
 * A parser extension that recognises nothing and counts the work that brackets, emphasis and lazy lines cause: the
 * parser looks back over everything in the paragraph at each of them, which a hostile page turns into minutes.
 */
export function effortLimit(): Extension {
  let effort = 0
  const spend = (amount: number) => {
    effort += amount
    if (effort > MAX_EFFORT) throw new DocumentError('too-complex', 'A paragraph holds too much nested markup')
  }
  const lookBack: Construct = {
    tokenize(_effects, _ok, nok) {
      return (code) => {
        spend(this.events.length)
        return nok(code)
      }
    },
  }
  const lazyLine: Construct = {
    tokenize(_effects, _ok, nok) {
      return (code) => {
        if (this.parser.lazy[this.now().line]) spend(this.events.length)
        return nok(code)
      }
    },
  }
  const run: Construct = {
    tokenize(effects, _ok, nok) {
      let length = 0
      const events = this.events.length
      return function inside(code) {
        if (code === 42 || code === 95 || code === 126) {
          length += 1
          effects.consume(code)
          return inside
        }
        spend(events + 4 * length * length)
        return nok(code)
      }
    },
  }
  return { flow: { null: [lazyLine] }, text: { 42: run, 93: lookBack, 95: run, 126: run } }
}
