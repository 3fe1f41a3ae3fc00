import type { Blockquote as MarkdownBlockquote, RootContent } from 'mdast'
import { contained } from '../markdown/syntax-tree.ts'
import type { Container } from '../nodes/containers.ts'
import type { Block, BlockNode, BlockOf } from '../nodes/nodes.ts'
import { nothing } from '../nodes/shapes.ts'
import type { Element } from '../reading/elements.ts'
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
  reads: { nodes: { blockquote: readBlockquote }, elements: { blockquote: readElement } },
  sample: '> quote',
  write: writeBlockquote,
  html: htmlOfWords,
}

/** Decided before the blocks in it are read: quotes hold quotes. */
function readBlockquote({ children }: MarkdownBlockquote, reading: ReadingContext, container: Container) {
  if (!reading.allows(container, 'blockquote')) return undefined
  const alert = reading.edition === 'full' ? readAlert(children, reading) : undefined
  if (alert) return alert
  const nodes = reading.blocks(children, 'blockquote', reading)
  return { object: 'block' as const, type: 'blockquote' as const, nodes }
}

const alerts: { [name: string]: BlockOf<'hint'>['data']['style'] } = {
  ...{ note: 'info', tip: 'success', important: 'info', warning: 'warning', caution: 'danger' },
}

/** `> [!NOTE]` above the words of a quote, as hosts of repositories write hints. */
function readAlert([first, ...others]: MarkdownBlockquote['children'], reading: ReadingContext) {
  const [words, ...more] = first?.type === 'paragraph' ? first.children : []
  const [sign, name = ''] = (words?.type === 'text' && /^\[!(\w{3,9})\](?:[ \t]*\n|$)/.exec(words.value)) || []
  const style = Object.hasOwn(alerts, name.toLowerCase()) ? alerts[name.toLowerCase()] : undefined
  if (sign === undefined || !style || first?.type !== 'paragraph' || words?.type !== 'text') return undefined
  const rest = [{ ...words, value: words.value.slice(sign.length) }, ...more]
  const nodes = reading.blocks([{ ...first, children: rest }, ...others], 'hint', reading)
  return {
    object: 'block' as const,
    type: 'hint' as const,
    data: { style },
    nodes: nodes.filter((node) => !isEmpty(node)),
  }
}

const isEmpty = (block: Block) => block.type === 'paragraph' && block.nodes.length === 0

/** In the full edition, what an element holds. */
function readElement(element: Element, reading: ReadingContext): Blockquote[] | undefined {
  const nodes = reading.edition === 'full' ? reading.flow(element.children, 'blockquote', reading) : undefined
  return nodes && [{ object: 'block', type: 'blockquote', nodes }]
}

function writeBlockquote({ nodes }: Blockquote, writing: WritingContext): RootContent[] {
  return [{ type: 'blockquote', children: contained(writing.blocks(nodes, writing)) }]
}
