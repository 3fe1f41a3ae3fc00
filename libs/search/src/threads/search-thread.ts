// The module of search threads: large searches, builds and merges, which would block the thread that serves requests.
import { threadWork } from '@quire/kit/thread'
import { findPages, type PageSearch } from '../find/find-pages.ts'
import type { FoundPages } from '../find/finder.ts'
import { buildSegment } from '../segment/build-segment.ts'
import { mergeBytes } from '../segment/merge-segments.ts'
import type { PageVersion } from '../segment/page-version.ts'
import type { View } from '../view/view.ts'
import type { ViewState } from '../view/view-state.ts'
import { restoreView } from '../view/view-state.ts'

/** A view that is sent to a thread; each has its own id. */
interface SentView {
  id: number
  /** Absent if the thread is assumed to have the view cached. */
  state?: ViewState | undefined
}

/** The views that a thread has cached. Their bytes are shared with the thread that sent them. */
export class ThreadViews {
  private readonly views = new Map<number, View>()

  get size(): number {
    return this.views.size
  }

  /** Evicts all views except these. */
  retainOnly(ids: readonly number[]): void {
    const retained = new Set(ids)
    for (const id of this.views.keys()) if (!retained.has(id)) this.views.delete(id)
  }

  /** Returns the view; undefined if it is not cached and its state was not sent. */
  viewOf({ id, state }: SentView): View | undefined {
    const view = this.views.get(id) ?? (state && restoreView(state))
    if (view) this.views.set(id, view)
    return view
  }
}

export type SearchWork =
  | { name: 'find'; view: SentView; search: PageSearch }
  | { name: 'build'; pages: readonly PageVersion[]; options: { cleared: readonly string[] } }
  | { name: 'merge'; segments: readonly Uint8Array[]; options: { oldest: boolean } }

export interface SearchTask {
  work: SearchWork
  /** Ids of the views that the sender has cached; the thread evicts all others. */
  cachedViews: readonly number[]
}

/** The result of a task. `found` is undefined if the thread does not have the view. */
export type SearchResult = { found: FoundPages | undefined } | { bytes: Uint8Array }

const views = new ThreadViews()

export default threadWork<SearchTask, SearchResult>(({ work, cachedViews }) => {
  views.retainOnly(cachedViews)
  if (work.name === 'build') return { bytes: buildSegment(work.pages, work.options) }
  if (work.name === 'merge') return { bytes: mergeBytes(work.segments, work.options) }
  const view = views.viewOf(work.view)
  return { found: view && findPages(view, work.search) }
})
