import type { Blockquote as MarkdownBlockquote, RootContent } from 'mdast'
import { contained } from '../markdown/syntax-tree.ts'
import type { Container } from '../nodes/containers.ts'
import type { Block, BlockNode } from '../nodes/nodes.ts'
import { nothing } from '../nodes/shapes.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

type Blockquote = BlockNode<'blockquote', typeof nothing> & { nodes: Block[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    blockquote: Blockquote
  }
}

export const blockquote: BlockKind<'blockquote'> = {
  data: nothing,
  content: 'blocks',
  stands: {
    current: ['document', 'list-item', 'blockquote', 'panel', 'step', 'expandable-body', 'cell'],
    next: ['column', 'update'],
  },
  reads: { nodes: { blockquote: readBlockquote } },
  sample: '> quote',
  write: writeBlockquote,
  html: htmlOfWords,
}

/** Decided before the blocks in it are read: quotes hold quotes. */
function readBlockquote({ children }: MarkdownBlockquote, reading: ReadingContext, container: Container) {
  if (!reading.allows(container, 'blockquote')) return undefined
  const nodes = reading.blocks(children, 'blockquote', reading)
  return { object: 'block' as const, type: 'blockquote' as const, nodes }
}

function writeBlockquote({ nodes }: Blockquote, writing: WritingContext): RootContent[] {
  return [{ type: 'blockquote', children: contained(writing.blocks(nodes, writing)) }]
}
