import type { Definition, FootnoteDefinition, Heading, RootContent } from 'mdast'
import type { Effort } from '../effort.ts'
import type { Container, Edition } from './containers.ts'
import type { Refs } from './content-refs.ts'
import type { Block } from './nodes.ts'

/** What reading one page needs to know everywhere in it. */
export type ReadingContext = {
  refs: Refs
  edition: Edition
  definitions: ReadonlyMap<string, Definition>
  footnotes: Footnotes
  /** What is left for reading what was parsed. */
  effort: Effort
  anchorOf: (heading: Heading) => string
  /** Siblings as blocks fit for their container. */
  blocksOf: (nodes: readonly RootContent[], container: Container, reading: ReadingContext) => Block[]
}

export type Footnotes = {
  definitions: ReadonlyMap<string, FootnoteDefinition>
  /** The footnotes that became annotations. */
  read: Set<string>
  /** How many characters may still be repeated where several references share a footnote. */
  left: number
  /** Inside a footnote, where others stay raw. */
  inside: boolean
}
