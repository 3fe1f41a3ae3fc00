import type { RootContent } from 'mdast'
import { z } from 'zod'
import type { Block, BlockNode } from '../nodes/nodes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { closingApart, tag } from '../writing/write-tags.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const data = z.object({ expression: z.string() })

type Condition = BlockNode<'if', typeof data> & { nodes: Block[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    if: Condition
  }
}

export const condition: BlockKind<'if'> = {
  data,
  content: 'blocks',
  stands: { current: [], next: ['document'] },
  reads: { pairs: { if: readCondition } },
  sample: '{% if visitor.claims.beta %}\ncondition\n{% endif %}',
  write: writeCondition,
  html: htmlOfWords,
}

function readCondition({ open, children }: Group, reading: ReadingContext): Condition | undefined {
  const name = /^\{%[ \t]*if[ \t]/.exec(open.value)?.[0].length
  const expression = name === undefined ? '' : open.value.slice(name, -2).trim()
  if (!expression) return undefined
  return { object: 'block', type: 'if', data: { expression }, nodes: reading.grouped(children, 'document', reading) }
}

function writeCondition({ data, nodes }: Condition, writing: WritingContext): RootContent[] {
  const expression = closingApart(data.expression.replace(/[\r\n]+/g, ' ').trim())
  return [{ type: 'blockTag', value: `{% if ${expression} %}` }, ...writing.blocks(nodes, writing), tag('endif', {})]
}
