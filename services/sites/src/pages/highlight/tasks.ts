// What is worked out of people's texts in threads.
import { type Block, toDocument } from '@quire/document'

export { formula } from './formula.ts'
export { highlight } from './highlight.ts'

/** The blocks of a text in markdown. */
export const blocksOf = (markdown: string): Block[] => toDocument(markdown, {}, 'next').nodes
