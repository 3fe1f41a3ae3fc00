import type { RootContent } from 'mdast'
import { z } from 'zod'
import type { Block, BlockOf, Fragment, Inline, VoidBlock } from '../nodes/nodes.ts'
import { flag } from '../nodes/shapes.ts'
import { collapse, type Element, type Piece, readHtml } from '../reading/elements.ts'
import type { Group, GroupedContent } from '../reading/groups.ts'
import { text } from '../reading/inline-nodes.ts'
import { readPieces } from '../reading/read-inlines.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { trimmed } from '../reading/trim.ts'
import { openTag } from '../writing/write-html.ts'
import { htmlOfInlines } from '../writing/write-inlines.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const data = z.object({ defaultExpanded: flag })

/** `open`, ours: the expandable is open in the edition that has no property for that. */
type Expandable = VoidBlock<'expandable', typeof data> & { fragments: [Fragment, Fragment]; open?: true }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    expandable: Expandable
  }
}

export const expandable: BlockKind<'expandable'> = {
  data,
  content: { fragments: 2 },
  stands: { current: ['document', 'cell'], next: ['step', 'column', 'update'] },
  reads: { pairs: { details: readExpandable }, elements: { details: readElement } },
  sample: '<details open>\n<summary>summary</summary>\n\nbody\n\n</details>',
  write: writeExpandable,
  html: htmlOfWords,
}

function readExpandable(group: Group, reading: ReadingContext): Expandable | undefined {
  const title = titleOf(group)
  return title && expandableOf(group, title, reading)
}

type Title = { pieces: Piece[]; body: GroupedContent[] }

/** The `<summary>` that an expandable begins with, and the rest. */
function titleOf({ children }: Group): Title | undefined {
  const [first, ...body] = children
  if (first?.type !== 'html' || !/^<summary>/i.test(first.value)) return undefined
  const [summary, ...others] = readHtml(first.value)
  if (summary?.type !== 'element' || summary.name !== 'summary' || others.length > 0) return undefined
  return { pieces: summary.children, body }
}

function expandableOf({ open }: Group, { pieces, body }: Title, reading: ReadingContext): Expandable {
  const title = paragraphOf(trimmed(readPieces(collapse(pieces), reading)))
  const nodes = reading.grouped(body, 'expandable-body', reading)
  return expandableWith(title, nodes, /\sopen/i.test(open.value), reading)
}

/** The title that browsers give to an element without one. */
const untitled = 'Details'

/** In the full edition, an element with any attributes, with or without a title, and with blocks in the title. */
function readElement(element: Element, reading: ReadingContext): Expandable[] | undefined {
  if (reading.edition !== 'full') return undefined
  if (!element.close)
    reading.unclosed.push({ tag: element.open.value, start: element.open.position?.start.offset ?? 0 })
  const summary = element.children.find((piece) => piece.type === 'element' && piece.name === 'summary')
  const title = summary?.type === 'element' ? readTitle(summary, reading) : { line: [], body: [] }
  const line = title.line.length > 0 ? title.line : [text(untitled, [])]
  const rest = element.children.filter((piece) => piece !== summary)
  const nodes = [...title.body, ...(reading.flow(rest, 'expandable-body', reading) ?? [])]
  return [expandableWith(paragraphOf(line), nodes, element.attributes.has('open'), reading)]
}

/** The words of a title; blocks in it that are no words stand in the body. */
function readTitle(summary: Element, reading: ReadingContext): { line: Inline[]; body: Block[] } {
  const line = reading.line(summary, reading)
  if (line) return { line, body: [] }
  const blocks = reading.flow(summary.children, 'expandable-body', reading) ?? []
  const [first, ...body] = blocks
  return first?.type === 'paragraph' ? { line: first.nodes, body } : { line: [], body: blocks }
}

function expandableWith(
  title: BlockOf<'paragraph'>,
  nodes: Block[],
  isOpen: boolean,
  reading: ReadingContext,
): Expandable {
  return {
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: isOpen && reading.edition !== 'current' ? { defaultExpanded: true } : {},
    ...(isOpen && reading.edition === 'current' ? { open: true } : {}),
    fragments: [
      { object: 'fragment', fragment: 'expandable-title', type: 'expandable-title', nodes: [title] },
      {
        object: 'fragment',
        fragment: 'expandable-body',
        type: 'expandable-body',
        nodes: nodes.length > 0 ? nodes : [paragraphOf([])],
      },
    ],
  }
}

const paragraphOf = (nodes: Inline[]): BlockOf<'paragraph'> => ({ object: 'block', type: 'paragraph', nodes })

function writeExpandable({ data, open, fragments }: Expandable, writing: WritingContext): RootContent[] {
  const isOpen = data.defaultExpanded || open === true
  const title = fragments.find(({ fragment }) => fragment === 'expandable-title')
  const body = fragments.find((one) => one !== title)
  const paragraph = title?.nodes[0]
  const inner = paragraph?.type === 'paragraph' ? htmlOfInlines(paragraph.nodes, writing) : ''
  return [
    { type: 'html', value: `${openTag('details', { open: isOpen || undefined })}\n\n<summary>${inner}</summary>` },
    ...writing.blocks(body?.nodes ?? [], writing),
    { type: 'html', value: '</details>' },
  ]
}
