export { analyse } from './analyse.ts'
export type { Edition } from './document/containers.ts'
export type { Refs } from './document/content-refs.ts'
export { toDocument } from './document/from-markdown.ts'
export type { Block, ContentRef, Inline, JSONDocument } from './document/nodes.ts'
export { type KeyedBlock, pageBlocks } from './document/page-blocks.ts'
export { toMarkdown } from './document/to-markdown.ts'
export { links } from './links.ts'
export type { Range } from './parse.ts'
export * from './plain.ts'
export { type PageTitle, type Section, sections } from './sections.ts'
export {
  parseSummary,
  type Summary,
  type SummaryDocument,
  type SummaryGroup,
  type SummaryLink,
  type SummaryPage,
} from './summary.ts'
export { excerpt, plainText } from './text.ts'
