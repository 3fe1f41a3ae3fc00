export { analyse } from './analyse.ts'
export type { Edition } from './document/containers.ts'
export { characterOf } from './document/emoji.ts'
export { toDocument } from './document/from-markdown.ts'
export type { Block, ContentRef, ImageRef, Inline, JSONDocument, TableBlock } from './document/nodes.ts'
export { type KeyedBlock, pageBlocks } from './document/page-blocks.ts'
export { serialise } from './document/serialise.ts'
export { toMarkdown } from './document/to-markdown.ts'
export { type Evaluation, evaluateMarkdown } from './evaluation.ts'
export { links } from './links.ts'
export * from './plain.ts'
export { reaches } from './reaches.ts'
export { type Section, sections } from './sections.ts'
export {
  parseSummary,
  type Summary,
  type SummaryDocument,
  type SummaryPage,
} from './summary.ts'
