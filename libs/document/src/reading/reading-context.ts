import type { Definition, FootnoteDefinition, Heading, RootContent } from 'mdast'
import { readBlockTag } from '../markdown/block-tags.ts'
import type { Effort } from '../markdown/effort.ts'
import type { Container, Edition } from '../nodes/containers.ts'
import type { Refs } from '../nodes/content-refs.ts'
import type { Block, BlockType, Inline } from '../nodes/nodes.ts'
import type { Element, Piece } from './elements.ts'
import type { Group, GroupedContent } from './groups.ts'

/** Everything that reading one page needs throughout. The functions read what lies inside a block. */
export type ReadingContext = {
  refs: Refs
  edition: Edition
  definitions: ReadonlyMap<string, Definition>
  footnotes: Footnotes
  /** The effort that is left for reading the parsed tree. */
  effort: Effort
  anchorOf: (heading: Heading) => string
  /** The opening tags found so far that nothing closes, with their offsets. */
  unclosed: { tag: string; start: number }[]
  /** True if a block of the type may stand in the container. */
  allows: (container: Container, type: BlockType) => boolean
  /** Siblings of the syntax tree as blocks that may stand in the container. */
  blocks: (nodes: readonly RootContent[], container: Container, reading: ReadingContext) => Block[]
  /** As `blocks`, for the inside of a pair of tags, where inner pairs are matched already. */
  grouped: (nodes: readonly GroupedContent[], container: Container, reading: ReadingContext) => Block[]
  /** The inside of an HTML element where blocks and lines mix: lines between blocks become paragraphs. */
  flow: (pieces: readonly Piece[], container: Container, reading: ReadingContext) => Block[] | undefined
  /** The inlines of an HTML element; undefined where it holds elements that are blocks. */
  line: (element: Element, reading: ReadingContext) => Inline[] | undefined
}

export type Footnotes = {
  definitions: ReadonlyMap<string, FootnoteDefinition>
  /** The identifiers of footnotes that became annotations. */
  read: Set<string>
  /** The number of characters that may still be repeated where several references share a footnote. */
  left: number
  /** True inside a footnote, where other footnotes stay raw. */
  inside: boolean
}

/** Notes the tag of a pair that nothing closes. */
export function noteUnclosed({ name, open }: Group, { unclosed }: Pick<ReadingContext, 'unclosed'>): void {
  // The block around a part that stands alone has the tag of the part.
  const isWritten = open.type === 'blockTag' && readBlockTag(open.value).name === name
  if (isWritten) unclosed.push({ tag: open.value, start: open.position?.start.offset ?? 0 })
}
