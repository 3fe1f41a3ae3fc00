import { writtenAnchorIn } from './anchors.ts'
import { readPre } from './code.ts'
import { allowedIn, type Container } from './containers.ts'
import { collapse, type Element, isBlank, type Piece, saysOnly, wordsOf } from './elements.ts'
import { readHtmlTable } from './html-tables.ts'
import { readPicture, readPictures } from './images.ts'
import { readPieces } from './inlines.ts'
import type { Block, HeadingBlock, Inline, ListBlock, ListItemBlock } from './nodes.ts'
import type { ReadingContext } from './reading.ts'
import type { alignments } from './shapes.ts'
import { squeezed } from './spaces.ts'
import { trimmed } from './trim.ts'

const htmlAlignments = { left: 'start', center: 'center', right: 'end' } as const

/** The elements that are blocks, not parts of a line. */
const blockNames = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'pre', 'table', 'figure', 'div', 'hr', 'blockquote'],
])

/**
 * The blocks of a piece of HTML between blocks. Nothing where part of it has no block, or none that may stand there:
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
    if (!read?.every(({ type }) => allowedIn(container, type, reading.edition))) return undefined
    for (const block of read) blocks.push(block)
  }
  return blocks
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
    if (piece.type !== 'element' || !blockNames.has(piece.name)) {
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

function readBlockElement(element: Element, container: Container, reading: ReadingContext): Block[] | undefined {
  switch (element.name) {
    case 'table': {
      // Decided before it is read: a table's cells may hold tables.
      const block = allowedIn(container, 'table', reading.edition) ? readHtmlTable(element, reading) : undefined
      return block && [block]
    }
    case 'figure':
    case 'picture':
    case 'img':
      return readPicture(element, container, reading) ?? readSizedImage(element, reading)
    case 'div':
      return readPictures(element, container, reading)
    case 'pre': {
      const block = readPre(element, reading)
      return block && [block]
    }
    case 'p':
      return readParagraph(element, reading)
    case 'ul':
    case 'ol':
      return readList(element, reading)
    case 'br':
      return saysOnly(element)
        ? [{ object: 'block', type: 'paragraph', nodes: readPieces([element], reading) }]
        : undefined
    case 'hr':
      return saysOnly(element) ? [{ object: 'block', type: 'divider', isVoid: true, data: {} }] : undefined
    default:
      return readHeading(element, reading)
  }
}

/** A picture with the size of a line, alone in its paragraph. */
function readSizedImage(element: Element, reading: ReadingContext): Block[] | undefined {
  const nodes = readPieces([element], reading)
  const image = nodes.every((node) => node.object === 'inline' && node.type === 'inline-image' && node.data.size)
  return image ? [{ object: 'block', type: 'paragraph', nodes }] : undefined
}

function inside(element: Element, reading: ReadingContext): Inline[] | undefined {
  const nested = element.children.some((piece) => piece.type === 'element' && blockNames.has(piece.name))
  return nested ? undefined : trimmed(readPieces(collapse(element.children), reading))
}

function readParagraph(element: Element, reading: ReadingContext): Block[] | undefined {
  const align = alignOf(element)
  const nodes = align === undefined ? undefined : inside(element, reading)
  if (!nodes || !saysOnly(element, 'align', 'style')) return undefined
  return [{ object: 'block', type: 'paragraph', ...(align ? { data: { align } } : {}), nodes }]
}

/** The alignment, `null` where there is none, nothing where it is not understood. */
function alignOf({ attributes }: Element): (typeof alignments)[number] | null | undefined {
  const style = /^text-align:\s*(\w+);?$/.exec(attributes.get('style') ?? '')?.[1]
  if (attributes.has('style') && !style) return undefined
  const name = attributes.get('align') ?? style
  if (name === undefined) return null
  return name === 'left' || name === 'center' || name === 'right' ? htmlAlignments[name] : undefined
}

const headings = ['heading-1', 'heading-2', 'heading-3'] as const

function readHeading(element: Element, reading: ReadingContext): HeadingBlock[] | undefined {
  const depth = Number(/^h([1-6])$/.exec(element.name)?.[1])
  const align = alignOf(element)
  if (!depth || align === undefined || !saysOnly(element, 'align', 'style', 'id')) return undefined
  const written = writtenAnchorIn(element.children)
  const id = written?.id ?? element.attributes.get('id')
  if (id !== undefined && !/^[-a-z0-9.+_]+$/.test(id)) return undefined
  const nodes = inside(written ? { ...element, children: written.others } : element, reading)
  if (!nodes) return undefined
  const words = squeezed(wordsOf(element.children))
  return [
    {
      object: 'block',
      type: headings[depth - 1] ?? 'heading-3',
      data: { ...(id ? { id } : {}), ...(align ? { align } : {}), ...(depth > 3 ? { level: depth } : {}) },
      meta: { id: id ?? reading.anchorOf({ type: 'heading', depth: 1, children: [{ type: 'text', value: words }] }) },
      nodes,
    },
  ]
}

/** `<ul><li>…</li></ul>`; lists in lists, lines and paragraphs in items, tasks where items begin with a box. */
function readList(element: Element, reading: ReadingContext): ListBlock[] | undefined {
  const items = element.children.filter((piece) => !isBlank(piece))
  const start = Number(element.attributes.get('start') ?? 1)
  if (!saysOnly(element, 'start') || !Number.isInteger(start) || start < 0 || start > 999_999_999) return undefined
  const nodes = items.map((item) => readItem(item, reading))
  if (nodes.length === 0 || !nodes.every((node) => node !== undefined)) return undefined
  const tasks = nodes.some(({ data }) => data !== undefined)
  if (element.name === 'ul') return [{ object: 'block', type: tasks ? 'list-tasks' : 'list-unordered', nodes }]
  return [{ object: 'block', type: 'list-ordered', data: start === 1 ? {} : { start }, nodes }]
}

function readItem(item: Piece, reading: ReadingContext): ListItemBlock | undefined {
  if (item.type !== 'element' || item.name !== 'li' || item.attributes.size > 0) return undefined
  const box = item.children.find((piece) => !isBlank(piece))
  const checks = box?.type === 'element' && box.name === 'input' && box.attributes.get('type') === 'checkbox'
  const nodes = readFlow(checks ? item.children.filter((piece) => piece !== box) : item.children, 'list-item', reading)
  const data = checks ? { data: { checked: box.attributes.has('checked') } } : {}
  return nodes && { object: 'block', type: 'list-item', ...data, nodes }
}
