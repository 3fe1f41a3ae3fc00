import type { Block } from '@quire/document'
import type { Language } from '@quire/search/texts'
import { codeBlock } from './code.ts'
import { type QuotedPage, quotableInlines, textOf } from './inlines.ts'
import { listBlocks } from './lists.ts'
import { paragraphBlocks } from './paragraphs.ts'
import { tableBlocks } from './tables.ts'

/** What a piece of a block is: the smallest part of a text that can be quoted by itself. */
export type PieceKind = 'sentence' | 'item' | 'step' | 'row' | 'code'

/** A block of a section, and its pieces. */
export interface QuotableBlock {
  kind: PieceKind
  /** What the tab, step or expandable around it is called; empty for none. */
  under: string
  /** The words of each piece. */
  texts: string[]
  /** The block with these pieces only, given in order. */
  write(pieces: readonly number[]): Block
}

/** Where blocks stand, for what is read of them. */
export interface BlockPlace extends QuotedPage {
  language: Language
  under: string
}

/** The blocks of a text that may be quoted, in order: those in hints, tabs, steps and quotes as if they stood alone. */
export function quotableBlocks(blocks: readonly Block[], place: BlockPlace): QuotableBlock[] {
  let under = place.under
  return blocks.flatMap((block) => {
    if (block.type === 'heading-1' || block.type === 'heading-2' || block.type === 'heading-3') {
      under = textOf(quotableInlines(block.nodes, place)).trim()
      return []
    }
    return readBlock(block, { ...place, under })
  })
}

function readBlock(block: Block, place: BlockPlace): QuotableBlock[] {
  switch (block.type) {
    case 'paragraph':
      return paragraphBlocks(block, place)
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return listBlocks(block, place)
    case 'table':
      return tableBlocks(block, place)
    case 'code':
      return codeBlock(block, place)
    case 'expandable': {
      const [title, body] = block.fragments
      const under = title.nodes.map(textOfBlock).join(' ')
      return quotableBlocks(body.nodes, { ...place, under: under || place.under })
    }
    case 'tabs-item':
      return quotableBlocks(block.nodes, { ...place, under: block.data.title ?? place.under })
    case 'blockquote':
    case 'hint':
    case 'tabs':
    case 'stepper':
    case 'stepper-step':
    case 'columns':
    case 'column':
    case 'updates':
    case 'update':
    case 'prompt':
    case 'if':
      return quotableBlocks(block.nodes, place)
    default:
      return []
  }
}

const textOfBlock = (block: Block): string => (block.type === 'paragraph' ? textOf(block.nodes) : '')
