// What content does with texts of users, away from the thread that serves requests. A thread loads this module and no
// other of the service: nothing here may reach the database or the configuration.
export { links, pageBlocks, parseSummary, toDocument, toMarkdown } from '@quire/document'
export { nodePreview } from './comments/node-preview.ts'
export { measurePicture } from './files/dimensions.ts'
export { readImported } from './imports/read.ts'
export { mergeText } from './merge/text.ts'
export { readText } from './pages/read-text.ts'
export { readForSearch } from './search/read-page.ts'
export { readTargets } from './targets/read-targets.ts'
