import type { Block, ContentRef, ImageRef } from '@quire/document'
import type { HighlightedLine } from '../highlight/highlight.ts'
import type { IconStyle } from '../icons/icons.ts'
import type { BlockVocabulary } from './vocabulary/block-vocabulary.ts'

/** The known properties of the page, file, person or address that a reference leads to. */
export interface Target {
  /** The address; undefined for a target without one, such as a person. */
  href?: string
  title?: string
  description?: string
  emoji?: string
  icon?: string
  /** The type of a file, and its size in bytes. */
  type?: string
  size?: number
}

/** A picture that pages may show; its size in pixels keeps its place free. */
export interface Picture {
  src: string
  width?: number
  height?: number
}

/**
 * Results that take long to derive from a text. Undefined: not known yet, and the text is rendered as it is written.
 */
export interface Derived {
  code(language: string, code: string): readonly HighlightedLine[] | undefined
  /** SVG in the colours of the page, whose ids begin with `drawingPrefix`. */
  diagram(diagram: string): string | undefined
  /** MathML. */
  formula(formula: string, display: boolean): string | undefined
  /** The blocks of a text in markdown. */
  text(markdown: string): readonly Block[] | undefined
}

/** All that a document's HTML depends on beside the document. None of it throws. */
export interface BlocksContext {
  /** Undefined: it is not there, or not for this reader. */
  target(ref: ContentRef): Target | undefined
  /** An address of another server is one that the site lists. Undefined: pages do not load it by themselves; where it is an address, readers get a link and may ask for it. */
  picture(ref: ImageRef): Picture | undefined
  reusable(ref: Extract<ContentRef, { kind: 'reusable-content' }>): readonly Block[] | undefined
  /** The content of a specification, with its references written in place. */
  openapi(ref: ContentRef): unknown
  derived: Derived
  /** The prefix of element ids where another document stands in the same page. */
  idPrefix?: string
  vocabulary: BlockVocabulary
  /** BCP 47, for dates and numbers. */
  language: string
  /** The window in which links to other sites open. */
  external: 'self' | 'blank'
  /** Solid if undefined. */
  iconStyle?: IconStyle
  /** `marked` for authors: all alternatives of conditions, each with its expression. Visitors see none of them. */
  conditions?: 'marked'
  /** `named` for authors: each block of the document has its key, by which comments name it. Included texts have none. */
  keys?: 'named'
}
