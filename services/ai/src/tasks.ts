// Tasks on texts of users, which run away from the thread that serves requests. A worker thread loads this module alone:
// nothing here may import the database or the configuration.
export { toDocument, toMarkdown } from '@quire/document'
export { quotesOf } from './ask/quoting/quote.ts'
export { parsePage } from './indexing/parse-page.ts'
export { harmless } from './model/harmless.ts'
export { phrasesIn } from './related/page-phrases.ts'
