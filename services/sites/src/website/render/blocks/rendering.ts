import type { Block, Inline } from '@quire/document'
import { createIconSheet, type IconSheet } from '../icons/icons.ts'
import { createAnchors } from './anchors.ts'
import type { BlocksContext } from './blocks-context.ts'
import type { Html } from './markup.ts'

/** A heading that the page's table of contents names. */
export interface HeadingEntry {
  id: string
  title: string
  /** 2 to 6: the page's title is the first. */
  level: number
}

/** A document on its way to HTML: what is gathered, and how much may still be added. */
export interface Rendering {
  context: BlocksContext
  /** Ids of elements, each given once. */
  anchors: ReturnType<typeof createAnchors>
  icons: IconSheet
  headings: HeadingEntry[]
  /**
   * The number of levels that headings are lowered, so that the highest is the second: pages begin with `#` or with
   * `##`.
   */
  lowered: 0 | 1
  /** Origins of frames that readers may ask for. */
  frames: Set<string>
  /** Origins of pictures that pages show, or that readers may ask for. */
  pictures: Set<string>
  /** The contents of notes; they stand behind the document. */
  notes: Html[]
  budget: Budget
  /** Reusable contents around this place. */
  inside: readonly string[]
  /** True if headings here belong in the table of contents: those in folded parts and hints do not. */
  isListed: boolean
  /**
   * Set if blocks here have their keys in `data-key`. Those that are `outer` have `data-block` too, as the blocks that a
   * reader comments on: the outermost ones, and those of panels, which have no key themselves.
   */
  keyed: 'outer' | 'inner' | undefined
  /** The levels between this place and the document. */
  depth: number
  /** Renders the inside of a block; an argument, so that no two files import each other. */
  blocks(nodes: readonly Block[], rendering: Rendering): Html
  inlines(nodes: readonly Inline[], rendering: Rendering): Html
}

/** The bounds of what one page may add to its own text. */
interface Budget {
  reusables: number
  /** Characters of HTML that come of reusable contents and operations. */
  included: number
  operations: number
  /** Parts of OpenAPI schemas. */
  schemas: number
}

/** Blocks nested deeper are left out; no page that is taken nests so deep by itself. */
export const maxDepth = 250

export function startRendering(
  nodes: readonly Block[],
  context: BlocksContext,
  renderers: Pick<Rendering, 'blocks' | 'inlines'>,
): Rendering {
  return {
    context,
    anchors: createAnchors(nodes, context),
    icons: createIconSheet('q', context.iconStyle),
    headings: [],
    lowered: nodes.some(({ type }) => type === 'heading-1') ? 1 : 0,
    frames: new Set(),
    pictures: new Set(),
    notes: [],
    budget: { reusables: 200, included: 2_000_000, operations: 100, schemas: 4000 },
    inside: [],
    isListed: true,
    keyed: context.keys && 'outer',
    depth: 0,
    ...renderers,
  }
}

/** The same place one level deeper, where headings are not listed if it may be closed. */
export const within = (
  rendering: Rendering,
  change: Partial<Pick<Rendering, 'isListed' | 'inside' | 'keyed'>> = {},
): Rendering => ({
  ...rendering,
  depth: rendering.depth + 1,
  ...change,
})
