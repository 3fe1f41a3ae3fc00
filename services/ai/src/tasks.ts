// Work on texts of users, done away from the thread that serves requests. A thread loads this module and no other of
// the
// service: nothing here may reach the database or the configuration.
export { toDocument } from '@quire/document'
export { quotesOf } from './ask/quoting/quote.ts'
export { parsePage } from './indexing/parse-page.ts'
export { harmless } from './model/harmless.ts'
export { phrasesIn } from './related/page-phrases.ts'
