// Analysis of texts. Threads load this module: nothing here may reach the database, the bus or other threads.
export { analyse } from './analyse.ts'
export { loadWords, specialtyIn } from './language/general-words.ts'
export { type Language, languageOf } from './language/languages.ts'
export { stemIn } from './language/stems.ts'
export {
  indexable,
  noTitle,
  type StoredSection,
  sectionsUnder,
  type TextSection,
  textSections,
  truncateSections,
} from './page-sections.ts'
export { isDistinctive, phraseKey, phraseKeys } from './phrase-keys.ts'
export type { Related } from './query.ts'
export { parseQuery, stemMark, type Term } from './query.ts'
