import type { Block } from '@quire/document'
import type { Language } from '@quire/search/texts'
import type { QuotedPage } from './quotable-inlines.ts'

/** The kind of a piece, which is the smallest part of a text that can be quoted by itself. */
export type PieceKind = 'sentence' | 'item' | 'step' | 'row' | 'code'

/** A block of a section, and its pieces. */
export interface QuotableBlock {
  kind: PieceKind
  /** The title of the tab, step or expandable around it; empty for none. */
  under: string
  /** The words of each piece. */
  texts: string[]
  /** The block with these pieces only, given in order. */
  write(pieces: readonly number[]): Block
}

/** The page and the titles that a block stands under. */
export interface BlockSurroundings extends QuotedPage {
  language: Language
  under: string
}
