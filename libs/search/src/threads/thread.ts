// What runs in a thread: large searches, and what is too long for the thread that serves requests.
import { threadWork } from '@quire/kit/thread'
import { findPages, type PageSearch } from '../find/find-pages.ts'
import type { FoundPages } from '../find/finder.ts'
import { buildSegment } from '../segment/build.ts'
import { mergeBytes } from '../segment/merge.ts'
import type { PageVersion } from '../segment/pages.ts'
import { type HandedView, ThreadViews } from './thread-views.ts'

export type SearchWork =
  | { name: 'find'; view: HandedView; search: PageSearch }
  | { name: 'build'; pages: readonly PageVersion[]; options: { cleared: readonly string[] } }
  | { name: 'merge'; segments: readonly Uint8Array[]; options: { oldest: boolean } }

export interface SearchTask {
  work: SearchWork
  /** The views that the other side keeps: the thread lets go of all others. */
  kept: readonly number[]
}

/** Undefined for a search in a view that the thread does not have. */
export type SearchResult = { found: FoundPages | undefined } | { bytes: Uint8Array }

const views = new ThreadViews()

export default threadWork<SearchTask, SearchResult>(({ work, kept }) => {
  views.keepOnly(kept)
  if (work.name === 'build') return { bytes: buildSegment(work.pages, work.options) }
  if (work.name === 'merge') return { bytes: mergeBytes(work.segments, work.options) }
  const view = views.viewOf(work.view)
  return { found: view && findPages(view, work.search) }
})
