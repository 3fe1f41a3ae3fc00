import { createLanes, type Lane, unavailable } from '@quire/kit/edge'
import { Ended, openThreads } from '@quire/kit/threads'
import { findPages } from '../find/find-pages.ts'
import { searchCost } from '../find/search-cost.ts'
import { buildSegment } from '../segment/build-segment.ts'
import { mergeBytes } from '../segment/merge-segments.ts'
import type { PageVersion } from '../segment/page-version.ts'
import type { Build } from '../store/apply-change.ts'
import type { FindInView, ReleaseView } from '../store/find-in-view.ts'
import type { Merge } from '../store/merge-next.ts'
import type { View } from '../view/view.ts'
import { viewState } from '../view/view-state.ts'
import type { SearchResult, SearchTask, SearchWork } from './search-thread.ts'

/** Estimated time above which work goes to a thread, so that it does not block other requests. */
const maxInlineMs = 10

/** Length of the queue of large searches, and the time that a search may wait in it. */
const searchQueueLimits = { queue: 64, timeoutMs: 10_000 }

/** Timeouts of work in threads: at least ten times the duration on an idle machine. */
const timeouts = {
  /** A constant, since the number of hits that a search reads is bounded (`maxHits`). */
  findMs: 10_000,
  buildMs: (pages: readonly PageVersion[]) => 10_000 + 20 * buildCost(pages),
  mergeMs: (segments: readonly Uint8Array[]) => 10_000 + 20 * mergeCost(segments),
}

interface SearchThreadOptions {
  /**
   * Threads for large searches; one more builds and merges. They start when there is work, and end when there is none.
   */
  maxSearchThreads: number
  /** The most memory that a thread may use for objects; the bytes of segments are shared and do not count. */
  memoryMb: number
  /** Called if a thread fails while it is idle. */
  failed: (error: unknown) => void
}

interface SearchThreads {
  /** Runs a cheap search in this thread, and a large one in a search thread. Refuses with 503 if too many wait. */
  find: FindInView
  release: ReleaseView
  build: Build
  merge: Merge
  /** Ends the threads and cancels their work. */
  stop(): Promise<void>
}

export const threadModule = new URL('./search-thread.ts', import.meta.url).href
const neverAborted = new AbortController().signal

/** Opens threads for the work that `openPostgresIndex` may delegate. */
export function openSearchThreads({ maxSearchThreads, memoryMb, failed }: SearchThreadOptions): SearchThreads {
  const options = { module: threadModule, maxThreads: maxSearchThreads + 1, memoryMb }
  return searchIn(openThreads<SearchTask, SearchResult>(options, failed), { maxSearchThreads })
}

/** Uses threads that are open already. Work that is estimated to take up to `inlineMs` runs in this thread. */
export function searchIn(
  threads: ReturnType<typeof openThreads<SearchTask, SearchResult>>,
  { maxSearchThreads, inlineMs = maxInlineMs }: { maxSearchThreads: number; inlineMs?: number },
): SearchThreads {
  const refusal = () => unavailable('Many large searches are under way: try again.', 2)
  const lanes = createLanes({ threads: maxSearchThreads, ...searchQueueLimits, refusal })
  const views = createViewIds()

  /** Sends work to a thread. If the thread dies or takes too much memory, another one does the work again. */
  async function send(lane: Lane, work: SearchWork, signal: AbortSignal, timeoutMs: number): Promise<SearchResult> {
    const once = () => lane(() => threads.work({ work, cachedViews: views.cached() }, { signal, timeoutMs }))
    try {
      return await once()
    } catch (error) {
      if (!(error instanceof Ended) || error.reason === 'deadline') throw error
      return once()
    }
  }

  const findInThread: FindInView = async (view, search, { organization, signal = neverAborted }) => {
    const id = views.idOf(view)
    const lane = lanes.ofCaller(organization, signal)
    const find = async (state?: ReturnType<typeof viewState>) => {
      const result = await send(lane, { name: 'find', view: { id, state }, search }, signal, timeouts.findMs)
      return 'found' in result ? result.found : undefined
    }
    try {
      const found = (await find()) ?? (await find(viewState(view)))
      if (!found) throw new Error('A thread does not find the view that it was given.')
      return found
    } catch (error) {
      throw error instanceof Ended ? refusal() : error
    }
  }

  async function make(work: SearchWork, timeoutMs: number): Promise<Uint8Array> {
    const result = await send(lanes.inBackground(neverAborted), work, neverAborted, timeoutMs)
    if (!('bytes' in result)) throw new Error('A thread made no segment.')
    return result.bytes
  }

  return {
    find(view, search, caller) {
      const { text, options = {}, instead = [] } = search
      const isLarge = buildCost(instead) + searchCost(view, text, options) > inlineMs
      return isLarge ? findInThread(view, search, caller) : findPages(view, search)
    },
    release: views.release,
    build(pages, options) {
      if (buildCost(pages) <= inlineMs) return buildSegment(pages, options)
      return make({ name: 'build', pages, options }, timeouts.buildMs(pages))
    },
    merge(segments, options) {
      if (mergeCost(segments) <= inlineMs) return mergeBytes(segments, options)
      return make({ name: 'merge', segments, options }, timeouts.mergeMs(segments))
    },
    stop: threads.close,
  }
}

/** Ids of the views that threads may have cached. Does not keep a view in memory. */
export function createViewIds() {
  const ids = new WeakMap<View, number>()
  const released = new WeakSet<View>()
  const cached = new Set<number>()
  let last = 0
  return {
    /** Returns the id of a view that is about to be sent to a thread. */
    idOf(view: View): number {
      const id = ids.get(view) ?? ++last
      ids.set(view, id)
      // A search that waited may use a view that has been evicted meanwhile.
      if (!released.has(view)) cached.add(id)
      return id
    },
    release(view: View): void {
      released.add(view)
      cached.delete(ids.get(view) ?? 0)
    },
    cached: (): number[] => [...cached],
  }
}

/** Estimates the milliseconds of CPU that building a segment of these pages takes. */
const buildCost = (pages: readonly PageVersion[]) => pages.reduce((sum, page) => sum + charactersOf(page), 0) / 4000

const charactersOf = ({ text }: PageVersion) =>
  text ? (text.rest?.length ?? 0) + text.sections.reduce((sum, section) => sum + section.text.length, 500) : 100

/** Estimates the milliseconds of CPU that merging these segments takes. */
const mergeCost = (segments: readonly Uint8Array[]) => segments.reduce((sum, { length }) => sum + length, 0) / 25_000
