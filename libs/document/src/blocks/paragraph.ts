import type { Paragraph as MarkdownParagraph, RootContent } from 'mdast'
import { z } from 'zod'
import { anywhere, type Container } from '../nodes/containers.ts'
import type { BlockNode, Inline } from '../nodes/nodes.ts'
import { align } from '../nodes/shapes.ts'
import { alignOf, htmlAlignments } from '../reading/alignment.ts'
import { type Element, hasOnlyAttributes } from '../reading/elements.ts'
import { readInlines, readPieces } from '../reading/read-inlines.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { openTag } from '../writing/write-html.ts'
import { htmlOfInlines, writeInlines } from '../writing/write-inlines.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { readImages } from './images.ts'
import type { BlockKind } from './kind.ts'

const data = z.object({ align }).optional()

type Paragraph = BlockNode<'paragraph', typeof data> & { nodes: Inline[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    paragraph: Paragraph
  }
}

export const paragraph: BlockKind<'paragraph'> = {
  data,
  content: 'inlines',
  stands: anywhere,
  reads: { nodes: { paragraph: readMarkdown }, elements: { p: readElement, br: readBreak } },
  sample: 'words',
  write: writeParagraph,
  html: htmlOfParagraph,
}

/** A paragraph of nothing but pictures is a block of pictures. */
function readMarkdown(node: MarkdownParagraph, reading: ReadingContext, container: Container) {
  const images = reading.allows(container, 'images') ? readImages(node, reading) : undefined
  return images ?? paragraphOf(readInlines(node.children, reading))
}

function paragraphOf(nodes: Inline[]): Paragraph {
  return { object: 'block', type: 'paragraph', nodes }
}

/** In the full edition, a paragraph is read as what is in it. */
function readElement(element: Element, reading: ReadingContext): Paragraph[] | undefined {
  if (reading.edition === 'full') return undefined
  const align = alignOf(element)
  const nodes = align === undefined ? undefined : reading.line(element, reading)
  if (!nodes || !hasOnlyAttributes(reading, element, 'align', 'style')) return undefined
  return [{ object: 'block', type: 'paragraph', ...(align ? { data: { align } } : {}), nodes }]
}

function readBreak(element: Element, reading: ReadingContext): Paragraph[] | undefined {
  return hasOnlyAttributes(reading, element) ? [paragraphOf(readPieces([element], reading))] : undefined
}

/** Markdown has no alignment: an aligned paragraph is HTML. An empty one is dropped. */
function writeParagraph(block: Paragraph, writing: WritingContext): RootContent[] {
  if (block.data?.align) return [{ type: 'html', value: htmlOfParagraph(block, writing) }]
  const children = writeInlines(block.nodes, writing)
  return children.length > 0 ? [{ type: 'paragraph', children }] : []
}

function htmlOfParagraph({ data, nodes }: Paragraph, writing: WritingContext): string {
  const align = data?.align && htmlAlignments[data.align]
  return `${openTag('p', { align })}${htmlOfInlines(nodes, writing)}</p>`
}
