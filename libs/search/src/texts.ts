// What is read of texts. Threads load it: nothing here may reach the database, the bus or other threads.
export { analyse } from './analyse.ts'
export { indexable } from './indexable.ts'
export { loadWords, specialtyIn } from './language/general-words.ts'
export { type Language, languageOf } from './language/languages.ts'
export { stemIn } from './language/stems.ts'
export {
  noTitle,
  type StoredSection,
  sectionsUnder,
  shownSections,
  type TextSection,
  textSections,
} from './page-sections.ts'
export { isTelling, phraseKey, phraseKeys } from './phrase-keys.ts'
export { parseQuery, stemMark, type Term } from './query.ts'
export type { Related } from './related.ts'
