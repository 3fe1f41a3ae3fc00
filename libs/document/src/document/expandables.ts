import { collapse, type Piece, readHtml } from './elements.ts'
import type { Group, GroupedContent } from './groups.ts'
import { readPieces } from './inlines.ts'
import type { Expandable, Paragraph } from './nodes.ts'
import type { ReadBlocks } from './pairs.ts'
import type { ReadingContext } from './reading.ts'
import { trimmed } from './trim.ts'

type Title = { pieces: Piece[]; body: GroupedContent[] }

/** The `<summary>` that an expandable begins with, and the rest. */
export function expandableTitle({ children }: Group): Title | undefined {
  const [first, ...body] = children
  if (first?.type !== 'html' || !/^<summary>/i.test(first.value)) return undefined
  const [summary, ...others] = readHtml(first.value)
  if (summary?.type !== 'element' || summary.name !== 'summary' || others.length > 0) return undefined
  return { pieces: summary.children, body }
}

export function readExpandable(
  { open }: Group,
  { pieces, body }: Title,
  reading: ReadingContext,
  read: ReadBlocks,
): Expandable & { open?: true } {
  const title: Paragraph = { object: 'block', type: 'paragraph', nodes: trimmed(readPieces(collapse(pieces), reading)) }
  const nodes = read(body, 'expandable-body')
  const isOpen = /\sopen/i.test(open.value)
  return {
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: isOpen && reading.edition === 'next' ? { defaultExpanded: true } : {},
    ...(isOpen && reading.edition === 'current' ? { open: true } : {}),
    fragments: [
      { object: 'fragment', fragment: 'expandable-title', type: 'expandable-title', nodes: [title] },
      {
        object: 'fragment',
        fragment: 'expandable-body',
        type: 'expandable-body',
        nodes: nodes.length > 0 ? nodes : [{ object: 'block', type: 'paragraph', nodes: [] }],
      },
    ],
  }
}
