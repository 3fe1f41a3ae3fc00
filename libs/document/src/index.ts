export { type KeyedBlock, pageBlocks, toDocument } from './document/from-markdown.ts'
export { toMarkdown } from './document/to-markdown.ts'
export { type UnknownBlock, unknownBlocks } from './document/unknown-blocks.ts'
export { serialise } from './markdown/serialise.ts'
export type { Edition, PublishedEdition } from './nodes/containers.ts'
export { characterOf } from './nodes/emoji.ts'
export {
  type Block,
  type BlockOf,
  type BlockType,
  type ContentRef,
  childrenOf,
  type ImageRef,
  type Inline,
  type InlineOf,
  type InlineType,
  type JSONDocument,
} from './nodes/nodes.ts'
export { type Evaluation, evaluateMarkdown } from './page/evaluation.ts'
export { addresses, links } from './page/links.ts'
export { reaches } from './page/reaches.ts'
export { analyse, type Section, sections } from './page/sections.ts'
export {
  parseSummary,
  type Summary,
  type SummaryDocument,
  type SummaryPage,
} from './page/summary.ts'
export { unreadableCondition } from './page/unreadable-conditions.ts'
export { withoutComments } from './page/without-comments.ts'
export * from './plain.ts'
