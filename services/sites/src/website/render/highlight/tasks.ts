// Tasks on texts of users, which run in threads.
import { type Block, toDocument } from '@quire/document'

export { diagram } from '@quire/diagrams'
export { formula } from './formula.ts'
export { highlight } from './highlight.ts'

/** Parses the blocks of a markdown text. */
export const blocksOf = (markdown: string): Block[] => toDocument(markdown, {}, 'full').nodes
