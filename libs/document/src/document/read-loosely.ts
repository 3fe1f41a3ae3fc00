import { picturesOf } from '../blocks/images.ts'
import type { Container } from '../nodes/containers.ts'
import { plainMark } from '../nodes/marks.ts'
import type { Block, Inline, Mark } from '../nodes/nodes.ts'
import { aligned, alignmentOf } from '../reading/alignment.ts'
import { isHidden, isLineElement, isTransparent } from '../reading/element-names.ts'
import { collapse, type Element, isBlank, type Piece, pairElements } from '../reading/elements.ts'
import type { GroupedContent } from '../reading/groups.ts'
import { pairLoosely } from '../reading/pair-loosely.ts'
import { readPieces } from '../reading/read-inlines.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { trimmed } from '../reading/trim.ts'
import { blockReaders } from './block-readers.ts'

export type LocatedBlock = { block: Block; start: number }

/** Reads one sibling that is no HTML. */
type ReadNode = (node: GroupedContent) => LocatedBlock[]

/** Siblings with HTML among them, in the full edition: every element is read, at least for what is in it. */
export function readSiblings(
  nodes: readonly GroupedContent[],
  container: Container,
  reading: ReadingContext,
  readNode: ReadNode,
): LocatedBlock[] {
  return readLoosely(pairLoosely(nodes), { container, reading, readNode, marks: [], start: 0 })
}

interface Loosely {
  container: Container
  reading: ReadingContext
  readNode: ReadNode
  /** Marks of all words. */
  marks: readonly Mark[]
  /** The start of pieces that have no position of their own. */
  start: number
}

/** Blocks and lines mixed: lines between blocks are paragraphs, or blocks of pictures. */
export function readLoosely(pieces: readonly Piece[], around: Loosely): LocatedBlock[] {
  const blocks: LocatedBlock[] = []
  let line: Piece[] = []
  const flush = () => {
    const block = blockOfLine(line, around)
    if (block) blocks.push({ block, start: startOf(line, around) })
    line = []
  }
  for (const piece of pieces) {
    if (isInLine(piece)) {
      line.push(piece)
      continue
    }
    flush()
    for (const one of blocksOf(piece, around)) blocks.push(one)
  }
  flush()
  return blocks
}

function blocksOf(piece: Piece, around: Loosely): LocatedBlock[] {
  if (piece.type === 'enclosed') return around.readNode(piece.node)
  const start = startOf([piece], around)
  const located = (block: Block) => ({ block, start })
  if (piece.type !== 'element') return piece.type === 'html' && !isComment(piece) ? [located(unread(piece))] : []
  for (const read of blockReaders.elements.get(piece.name) ?? []) {
    const blocks = read(piece, around.reading, around.container)
    if (blocks) return blocks.map(located)
  }
  const link = piece.name === 'a' ? lineOf(piece.children) : undefined
  const linked = link && blockOfLine([{ ...piece, children: link }], around)
  if (linked) return [located(linked)]
  if (isHidden(piece.name)) return [located(unread(piece.open))]
  const marks = piece.name === 'dt' ? [...around.marks, plainMark('bold')] : around.marks
  const inside = readLoosely(piece.children, { ...around, start, marks })
  if (isTransparent(piece.name) || isLineElement(piece.name)) {
    const align = piece.close ? alignmentOf(piece) : undefined
    return align ? inside.map(({ block, ...place }) => ({ ...place, block: aligned(block, align) })) : inside
  }
  return [located(unread(piece.open)), ...inside]
}

/** A tag that no block knows. */
function unread({ value }: { value: string }): Block {
  const leaves = [{ object: 'leaf' as const, text: '', marks: [], raw: value }]
  return { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }
}

function blockOfLine(line: readonly Piece[], { container, reading, marks }: Loosely): Block | undefined {
  const nodes = trimmed(readPieces(collapse(line), reading, marks))
  if (nodes.length === 0) return undefined
  return picturesOf(nodes, reading, container) ?? { object: 'block', type: 'paragraph', nodes }
}

const isComment = (piece: Piece) => piece.type === 'html' && /^<[!?]/.test(piece.value)

/** True for words, and for elements in which there is nothing but words. */
function isInLine(piece: Piece): boolean {
  if (piece.type === 'enclosed') return false
  if (piece.type === 'html') return /^<\//.test(piece.value)
  if (piece.type !== 'element') return true
  return isLineElement(piece.name) && piece.children.every(isInLine)
}

function startOf(pieces: readonly Piece[], { start }: Loosely): number {
  for (const piece of pieces) {
    const { position } =
      piece.type === 'element'
        ? piece.open
        : piece.type === 'enclosed'
          ? (piece.node as { position?: undefined })
          : piece
    if (!isBlank(piece) && position?.start.offset !== undefined) return position.start.offset
  }
  return start
}

/** The inlines of an element as one line; undefined where it holds more than words, paragraphs and headings. */
export function readLineLoosely({ children }: Element, reading: ReadingContext): Inline[] | undefined {
  const pieces = lineOf(children)
  return pieces && trimmed(readPieces(collapse(pieces), reading))
}

const space: Piece = { type: 'text', value: ' ' }

function lineOf(pieces: readonly Piece[]): Piece[] | undefined {
  const line: Piece[] = []
  for (const piece of pieces) {
    const inside = partOfLine(piece)
    if (!inside) return undefined
    for (const one of inside) line.push(one)
  }
  return line
}

/** The elements of blocks whose words make a line. */
const lines = new Set(['p', 'div', 'center', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'font', 'figcaption'])

function partOfLine(piece: Piece): Piece[] | undefined {
  if (isInLine(piece)) return [piece]
  if (piece.type === 'enclosed') {
    const { node } = piece
    if (node.type !== 'paragraph' && node.type !== 'heading') return undefined
    return [space, ...pairElements(node.children), space]
  }
  if (piece.type !== 'element') return []
  const inside = lines.has(piece.name) || isLineElement(piece.name) ? lineOf(piece.children) : undefined
  if (!inside) return undefined
  return isLineElement(piece.name) ? [{ ...piece, children: inside }] : [space, ...inside, space]
}
