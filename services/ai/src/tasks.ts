// What ai does with texts of users, away from the thread that serves requests. A thread loads this module and no other
// of the service: nothing here may reach the database or the configuration.
export { toDocument } from '@quire/document'
export { quotesOf } from './ask/quoting/quote.ts'
export { pageOf } from './indexing/read-page.ts'
export { harmless } from './model/harmless.ts'
export { phrasesIn } from './related/learn.ts'
