export { analyse } from './analyse.ts'
export type { Described } from './find/described.ts'
export { findPages } from './find/find-pages.ts'
export { excerptAt } from './find/places-excerpt.ts'
export { indexable } from './indexable.ts'
export { type Language, languageOf } from './language/languages.ts'
export { stemIn } from './language/stems.ts'
export { openIndex } from './open-index.ts'
export {
  noTitle,
  type StoredSection,
  sectionsUnder,
  shownSections,
  type TextSection,
  textSections,
} from './page-sections.ts'
export { parseQuery, stemMark, type Term } from './query.ts'
export { buildSegment } from './segment/build.ts'
export { mergeSegments } from './segment/merge.ts'
export { openSegment } from './segment/segment.ts'
export { countFailure, isParked, replayParkedSpaces } from './store/failures.ts'
export { forgettingSpace, indexAnew } from './store/indexed-spaces.ts'
export { openPostgresIndex, type PostgresIndex } from './store/postgres-index.ts'
export type { Applied, IndexedState, SearchIndex, SpaceChange } from './store/search-index.ts'
export { searchTables } from './store/tables.ts'
export { linking } from './view/linking.ts'
export { emptyView, extendView, replaceInView } from './view/view.ts'
export { restoreView, viewState } from './view/view-state.ts'
