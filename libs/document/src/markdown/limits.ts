import { DocumentError } from './errors.ts'

/** The longest text of a page, in UTF-16 code units: ten times the longest of written documentation. */
const MAX_LENGTH = 256_000
/** The deepest tree accepted: everything that walks one may recurse. */
export const MAX_DEPTH = 200
/** The most nodes of a page's syntax tree. Written pages have some 120 for 1,000 characters. */
const MAX_NODES = 60_000

/** Bounds of a text: its length in UTF-16 code units, and the nodes of its tree. */
export type TextLimits = { length: number; nodes: number }
export const pageLimits: TextLimits = { length: MAX_LENGTH, nodes: MAX_NODES }
/** A table of contents has a line for each page of a space, and no page has that many. */
export const summaryLimits: TextLimits = { length: 1_000_000, nodes: 120_000 }

/** The most columns of a table, and the most cells: its columns times its rows, whether they are written or not. */
export const MAX_COLUMNS = 2000
export const MAX_CELLS = 20_000
/** The most characters of a document as JSON. */
export const MAX_DOCUMENT = 5_000_000
const MAX_MARKERS = 50
const MAX_INDENT = 200

const marker = /[ \t]*(?:>|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y
const indentedMarker = new RegExp(`^[ \\t]{${MAX_INDENT},}(?:>|[*+-][ \\t]|\\d{1,9}[.)][ \\t])`)

/**
 * Refuses a text that nests too deeply before the parser sees it: the parser's work grows with the square of the depth.
 * Answers how many lines there are, and how many signs of quotes and lists begin them.
 */
export function checkNesting(
  markdown: string,
  { length }: TextLimits = pageLimits,
): { lines: number; markers: number } {
  if (markdown.length > length) {
    throw new DocumentError('too-large', `A page may hold at most ${length} characters`)
  }
  let lines = 0
  let all = 0
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    lines += 1
    const markers = markersOf(line)
    all += markers
    if (markers > MAX_MARKERS || indentedMarker.test(line)) {
      throw new DocumentError('too-deep', 'Quotes or lists are nested too deeply', lines)
    }
  }
  return { lines, markers: all }
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
    level = level.flatMap((node) => childrenOf(node))
  }
}

/** Refuses a table that is too large to show. Short rows need few characters but are shown as wide as the others. */
export function checkTable(columns: number, rows: number, line?: number): void {
  if (columns > MAX_COLUMNS)
    throw new DocumentError('too-large', `A table may have at most ${MAX_COLUMNS} columns`, line)
  if (columns * rows > MAX_CELLS)
    throw new DocumentError('too-large', `A table may have at most ${MAX_CELLS} cells`, line)
}
