import type { Container } from '../nodes/containers.ts'
import type { Block, Inline } from '../nodes/nodes.ts'
import { collapse, type Element, isBlank, type Piece } from '../reading/elements.ts'
import { readPieces } from '../reading/read-inlines.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { trimmed } from '../reading/trim.ts'
import { blockReaders } from './block-readers.ts'

/** Elements that have blocks to read and may stand in a line as well. */
const inLine = new Set(['img', 'picture', 'br'])
/** The elements that are blocks, not parts of a line. A quote is one, though only markdown's own quotes are read. */
const blockElements = new Set([...blockReaders.elements.keys(), 'blockquote'].filter((name) => !inLine.has(name)))

/**
 * The blocks of a piece of HTML between blocks. Undefined where part of it has no block, or none that may stand there:
 * then all of it is kept as it was written.
 */
export function readHtmlBlocks(
  pieces: readonly Piece[],
  container: Container,
  reading: ReadingContext,
): Block[] | undefined {
  const blocks: Block[] = []
  for (const piece of pieces) {
    if (isBlank(piece)) continue
    const read = piece.type === 'element' ? readBlockElement(piece, container, reading) : undefined
    if (!read?.every(({ type }) => reading.allows(container, type))) return undefined
    for (const block of read) blocks.push(block)
  }
  return blocks
}

function readBlockElement(element: Element, container: Container, reading: ReadingContext): Block[] | undefined {
  for (const read of blockReaders.elements.get(element.name) ?? []) {
    const blocks = read(element, reading, container)
    if (blocks) return blocks
  }
  return undefined
}

/** Blocks and lines mixed, as in a cell of a table: lines between blocks are paragraphs. */
export function readFlow(pieces: readonly Piece[], container: Container, reading: ReadingContext): Block[] | undefined {
  const blocks: Block[] = []
  let line: Piece[] = []
  const flush = () => {
    const nodes = trimmed(readPieces(collapse(line), reading))
    if (nodes.length > 0) blocks.push({ object: 'block', type: 'paragraph', nodes })
    line = []
  }
  for (const piece of pieces) {
    if (piece.type !== 'element' || !blockElements.has(piece.name)) {
      line.push(piece)
      continue
    }
    flush()
    const read = readHtmlBlocks([piece], container, reading)
    if (!read) return undefined
    for (const block of read) blocks.push(block)
  }
  flush()
  return blocks
}

/** The inlines of an element; undefined where it holds elements that are blocks. */
export function readLine({ children }: Element, reading: ReadingContext): Inline[] | undefined {
  const nested = children.some((piece) => piece.type === 'element' && blockElements.has(piece.name))
  return nested ? undefined : trimmed(readPieces(collapse(children), reading))
}
