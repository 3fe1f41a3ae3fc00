// Segments, views of them and searches in memory. As with `texts.ts`, threads load it.
export { findPages } from './find/find-pages.ts'
export { excerptAt } from './find/places-excerpt.ts'
export { buildSegment } from './segment/build.ts'
export { mergeSegments } from './segment/merge.ts'
export { openSegment } from './segment/segment.ts'
export { linking } from './view/linking.ts'
export { emptyView, extendView, replaceInView } from './view/view.ts'
export { restoreView, viewState } from './view/view-state.ts'
