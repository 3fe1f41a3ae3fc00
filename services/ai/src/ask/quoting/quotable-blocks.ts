import { type Block, type BlockOf, type BlockType, childrenOf } from '@quire/document'
import type { BlockSurroundings, QuotableBlock } from './quotable-block.ts'
import { codeBlock } from './quotable-code.ts'
import { quotableInlines, textOf } from './quotable-inlines.ts'
import { listBlocks } from './quotable-list.ts'
import { paragraphBlocks } from './quotable-paragraph.ts'
import { tableBlocks } from './quotable-table.ts'

/** The quotable blocks of a text, in order: those in hints, tabs, steps and quotes as if they stood alone. */
export function quotableBlocks(blocks: readonly Block[], around: BlockSurroundings): QuotableBlock[] {
  let under = around.under
  return blocks.flatMap((block) => {
    if (block.type === 'heading-1' || block.type === 'heading-2' || block.type === 'heading-3') {
      under = textOf(quotableInlines(block.nodes, around)).trim()
      return []
    }
    return readBlock(block, { ...around, under })
  })
}

type Reader<Type extends BlockType> = (block: BlockOf<Type>, around: BlockSurroundings) => QuotableBlock[]

const inside = (block: Block, around: BlockSurroundings) => quotableBlocks(childrenOf(block), around)
const none = () => []

/** The parts of each block that may be quoted: a type without a rule does not compile. */
const readers: { readonly [Type in BlockType]: Reader<Type> } = {
  paragraph: paragraphBlocks,
  'heading-1': none,
  'heading-2': none,
  'heading-3': none,
  'list-ordered': readList,
  'list-unordered': readList,
  'list-tasks': readList,
  'list-item': none,
  divider: none,
  blockquote: inside,
  hint: inside,
  code: codeBlock,
  'code-line': none,
  math: none,
  images: none,
  image: none,
  drawing: none,
  embed: none,
  file: none,
  'content-ref': none,
  'reusable-content': none,
  integration: none,
  expandable({ fragments: [title, body] }, around) {
    const under = title.nodes.map(textOfBlock).join(' ')
    return quotableBlocks(body.nodes, { ...around, under: under || around.under })
  },
  tabs: inside,
  'tabs-item': (tab, around) => inside(tab, { ...around, under: tab.data.title ?? around.under }),
  stepper: inside,
  'stepper-step': inside,
  if: inside,
  columns: inside,
  column: inside,
  updates: inside,
  update: inside,
  prompt: inside,
  table: tableBlocks,
  swagger: none,
  'openapi-operation': none,
  'openapi-webhook': none,
  'openapi-schemas': none,
}

function readBlock(block: Block, around: BlockSurroundings): QuotableBlock[] {
  return (readers[block.type] as Reader<BlockType>)(block, around)
}

function readList(list: BlockOf<'list-ordered' | 'list-unordered' | 'list-tasks'>, around: BlockSurroundings) {
  return listBlocks(list, around, quotableBlocks)
}

const textOfBlock = (block: Block): string => (block.type === 'paragraph' ? textOf(block.nodes) : '')
