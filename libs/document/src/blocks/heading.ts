import type { Heading, RootContent } from 'mdast'
import { z } from 'zod'
import { squeezed } from '../markdown/white-space.ts'
import { anywhere } from '../nodes/containers.ts'
import type { BlockNode, Inline } from '../nodes/nodes.ts'
import { align, text } from '../nodes/shapes.ts'
import { alignOf, htmlAlignments } from '../reading/alignment.ts'
import { type Element, hasOnlyAttributes, type Piece, pairElements, wordsOf } from '../reading/elements.ts'
import { readPieces } from '../reading/read-inlines.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { trimmedEnd } from '../reading/trim.ts'
import { openTag } from '../writing/write-html.ts'
import { htmlOfInlines, writeInlines } from '../writing/write-inlines.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import type { BlockKind } from './kind.ts'

const data = z.object({
  id: text,
  align,
  /** Ours: 4 to 6 for headings that the interface shows as the third. */
  level: z.number().optional(),
})

type HeadingType = 'heading-1' | 'heading-2' | 'heading-3'
type HeadingNode<Type extends HeadingType> = BlockNode<Type, typeof data> & { meta?: { id: string }; nodes: Inline[] }
type HeadingBlock = HeadingNode<'heading-1'> | HeadingNode<'heading-2'> | HeadingNode<'heading-3'>

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    'heading-1': HeadingNode<'heading-1'>
    'heading-2': HeadingNode<'heading-2'>
    'heading-3': HeadingNode<'heading-3'>
  }
}

const heading: Omit<BlockKind<HeadingType>, 'sample'> = {
  data,
  content: 'inlines',
  stands: anywhere,
  reads: {
    nodes: { heading: readHeading },
    elements: Object.fromEntries([1, 2, 3, 4, 5, 6].map((depth) => [`h${depth}`, readElement])),
  },
  write: writeHeading,
  html: htmlOfHeading,
}

export const headings = {
  'heading-1': { ...heading, sample: '# One' },
  'heading-2': { ...heading, sample: '## Two <a href="#written" id="written"></a>' },
  'heading-3': { ...heading, sample: '### Three' },
}

const types = ['heading-1', 'heading-2', 'heading-3'] as const

function readHeading(node: Heading, reading: ReadingContext): HeadingBlock {
  const meta = { id: reading.anchorOf(node) }
  const pieces = pairElements(node.children)
  const written = writtenAnchorIn(pieces)
  return {
    object: 'block',
    type: types[node.depth - 1] ?? 'heading-3',
    data: { ...(written ? { id: written.id } : {}), ...(node.depth > 3 ? { level: node.depth } : {}) },
    meta,
    // The anchor at the end of a heading leaves the space in front of it behind.
    nodes: trimmedEnd(readPieces(written ? written.others : pieces, reading)),
  }
}

function readElement(element: Element, reading: ReadingContext): HeadingBlock[] | undefined {
  const depth = Number(element.name.slice(1))
  const align = alignOf(element)
  const isFull = reading.edition === 'full'
  if ((align === undefined && !isFull) || !hasOnlyAttributes(reading, element, 'align', 'style', 'id')) return undefined
  const written = writtenAnchorIn(element.children)
  const named = written?.id ?? element.attributes.get('id')
  const isOdd = named !== undefined && !anchorPattern.test(named)
  if (isOdd && !isFull) return undefined
  const id = isOdd ? undefined : named
  const nodes = reading.line(written ? { ...element, children: written.others } : element, reading)
  if (!nodes) return undefined
  const words = squeezed(wordsOf(element.children))
  return [
    {
      object: 'block',
      type: types[depth - 1] ?? 'heading-3',
      data: { ...(id ? { id } : {}), ...(align ? { align } : {}), ...(depth > 3 ? { level: depth } : {}) },
      meta: { id: id ?? reading.anchorOf({ type: 'heading', depth: 1, children: [{ type: 'text', value: words }] }) },
      nodes,
    },
  ]
}

/** The last `<a id="name"></a>` of a heading, and the pieces beside it. */
function writtenAnchorIn(pieces: readonly Piece[]): { id: string; others: Piece[] } | undefined {
  const index = pieces.findLastIndex((piece) => piece.type === 'element' && isAnchor(piece))
  const anchor = pieces[index]
  if (anchor?.type !== 'element') return undefined
  return { id: anchor.attributes.get('id') ?? '', others: pieces.filter((piece) => piece !== anchor) }
}

function isAnchor({ name, attributes, children }: Element): boolean {
  const [id, href] = [attributes.get('id'), attributes.get('href')]
  const isOwn = href === undefined || href === `#${id}`
  return name === 'a' && id !== undefined && anchorPattern.test(id) && isOwn && children.length === 0
}

/** The ids of headings that the published schema accepts. */
const anchorPattern = /^[-a-z0-9.+_]+$/

function writeHeading(block: HeadingBlock, writing: WritingContext): RootContent[] {
  const { data, nodes } = block
  if (data.align) return [{ type: 'html', value: htmlOfHeading(block, writing) }]
  const children = writeInlines(nodes, { ...writing, lineBreak: false })
  if (data.id) children.push({ type: 'html', value: ` ${anchorTag(data.id)}` })
  return [{ type: 'heading', depth: depthOf(block), children }]
}

const levels = [4, 5, 6] as const

function depthOf({ type, data }: HeadingBlock): Heading['depth'] {
  const depths = { 'heading-1': 1, 'heading-2': 2, 'heading-3': 3 } as const
  return levels.find((level) => level === data.level) ?? depths[type]
}

function htmlOfHeading({ type, data, nodes }: HeadingBlock, writing: WritingContext): string {
  const name = `h${data.level ?? type.slice(-1)}`
  const anchor = data.id === undefined ? '' : ` ${anchorTag(data.id)}`
  const align = data.align && htmlAlignments[data.align]
  return `${openTag(name, { align })}${htmlOfInlines(nodes, writing)}${anchor}</${name}>`
}

const anchorTag = (id: string): string => `${openTag('a', { href: `#${id}`, id })}</a>`
