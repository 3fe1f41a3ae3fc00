import type { RootContent } from 'mdast'
import type { z } from 'zod'
import { DocumentError } from '../markdown/errors.ts'
import type { Container, Placement } from '../nodes/containers.ts'
import type { Block, BlockOf, BlockType, Inline } from '../nodes/nodes.ts'
import type { Element } from '../reading/elements.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { wordsAsHtml } from '../writing/write-html.ts'
import type { WritingContext } from '../writing/writing-context.ts'

/** Everything that the library knows about a block type; `registry.ts` lists the kinds. */
export interface BlockKind<Type extends BlockType> {
  /** The shape of its `data`. */
  data: z.ZodType<BlockOf<Type>['data']>
  content: ContentOf<BlockOf<Type>>
  stands: Placement
  reads: Readers
  /** Markdown that holds the block, for tests of every kind. Empty for parts: the block around them has them. */
  sample: string
  /** The block as markdown. */
  write(block: BlockOf<Type>, writing: WritingContext): RootContent[]
  /** The block as HTML on one line, as in a table's cell. */
  html(block: BlockOf<Type>, writing: WritingContext): string
}

/** The content that the type of a block has, so that a kind cannot state another. */
type ContentOf<Node> = Node extends { fragments: { length: infer Length extends number } }
  ? { fragments: number extends Length ? 'any' : Length }
  : Node extends { nodes: readonly (infer Child)[] }
    ? [Child] extends [Block]
      ? [Block] extends [Child]
        ? 'blocks'
        : { parts: Child['type'] }
      : [Inline] extends [Child]
        ? 'inlines'
        : 'code'
    : 'nothing'

/** Inlines, the inlines of a line of code, any blocks, parts of one type, or a number of fragments. */
export type Content = 'nothing' | 'inlines' | 'code' | 'blocks' | { parts: BlockType } | { fragments: number | 'any' }

/**
 * The forms of markdown that a block is read from. A reader returns undefined for anything that the tree cannot express;
 * that stays raw markdown. Readers check `reading.allows` before they read blocks in blocks.
 */
export interface Readers {
  /** Nodes of the syntax tree, by their type. */
  nodes?: {
    [Type in RootContent['type']]?: (
      node: Extract<RootContent, { type: Type }>,
      reading: ReadingContext,
      container: Container,
    ) => Block | undefined
  }
  /** Tags that stand alone, by their name, `@` for those of integrations. They need no closing tag in pairs either. */
  tags?: { [name: string]: (tag: string, reading: ReadingContext) => Block | undefined }
  /** An opening tag, its closing one and everything between, by the name of the tag. */
  pairs?: { [name: string]: PairReader }
  /** Further tags that need no closing one, and never hold another of their name. */
  single?: readonly string[]
  /** HTML elements between blocks, by their name. */
  elements?: {
    [name: string]: (element: Element, reading: ReadingContext, container: Container) => Block[] | undefined
  }
}

/** Several blocks only in the full edition, where nothing that stands in a pair is left out. */
export type PairReader = (group: Group, reading: ReadingContext) => Block | Block[] | undefined

/** A block that stands only inside the block it is part of, which reads and writes it. */
export function partKind<Type extends BlockType>(kind: Pick<BlockKind<Type>, 'data' | 'content'>): BlockKind<Type> {
  return { ...kind, stands: { current: [], next: [] }, reads: {}, sample: '', write: refusePart, html: refusePart }
}

function refusePart({ type }: Block): never {
  throw new DocumentError('unsupported-node', `A ${type} cannot stand outside the block it is part of`)
}

/** A block without HTML of its own: its words. */
export const htmlOfWords = (block: Block, writing: WritingContext): string =>
  writing.blocks([block], writing).map(wordsAsHtml).join('')
