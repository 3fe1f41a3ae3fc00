import { createLanes, type Lane, unavailable } from '@quire/kit/edge'
import { Ended, openThreads } from '@quire/kit/threads'
import { findPages } from '../find/find-pages.ts'
import { searchCost } from '../find/search-cost.ts'
import { buildSegment } from '../segment/build.ts'
import { mergeBytes } from '../segment/merge.ts'
import type { Build } from '../store/apply.ts'
import type { Merge } from '../store/merging.ts'
import type { Find, Forget } from '../store/search-elsewhere.ts'
import { viewState } from '../view/view-state.ts'
import { createKeptViews } from './kept-views.ts'
import { buildCost, deadlines, longestHereMs, mergeCost, waiting } from './limits.ts'
import type { SearchResult, SearchTask, SearchWork } from './thread.ts'

interface SearchThreadOptions {
  /** Threads for large searches; one more builds and merges. They start when there is work, and end when there is none. */
  most: number
  /** The most memory that a thread may use for objects; the bytes of segments are shared and do not count. */
  memoryMb: number
  /** A thread failed while it had nothing to do. */
  failed: (error: unknown) => void
}

interface SearchThreads {
  /** Searches here what is cheap, and in a thread what may take longer. Refuses with 503 where too many wait. */
  find: Find
  forget: Forget
  build: Build
  merge: Merge
  /** Ends the threads; what is under way is broken off. */
  stop(): Promise<void>
}

export const threadModule = new URL('./thread.ts', import.meta.url).href
const forever = new AbortController().signal

/** What `openPostgresIndex` may leave to other threads. */
export function openSearchThreads({ most, memoryMb, failed }: SearchThreadOptions): SearchThreads {
  const options = { module: threadModule, most: most + 1, memoryMb }
  return searchIn(openThreads<SearchTask, SearchResult>(options, failed), { most })
}

/** The same in threads that are open already. What is estimated to take up to `hereMs` is done here. */
export function searchIn(
  threads: ReturnType<typeof openThreads<SearchTask, SearchResult>>,
  { most, hereMs = longestHereMs }: { most: number; hereMs?: number },
): SearchThreads {
  const refusal = () => unavailable('Many large searches are under way: try again.', 2)
  const lanes = createLanes({ threads: most, ...waiting, refusal })
  const views = createKeptViews()

  /** A thread that dies, or takes too much memory, is replaced by another one, which does the work again. */
  async function send(lane: Lane, work: SearchWork, signal: AbortSignal, timeoutMs: number): Promise<SearchResult> {
    const once = () => lane(() => threads.work({ work, kept: views.kept() }, { signal, timeoutMs }))
    try {
      return await once()
    } catch (error) {
      if (!(error instanceof Ended) || error.reason === 'deadline') throw error
      return once()
    }
  }

  const findInThread: Find = async (view, search, { organization, signal = forever }) => {
    const id = views.idOf(view)
    const lane = lanes.ofCaller(organization, signal)
    const find = async (state?: ReturnType<typeof viewState>) => {
      const result = await send(lane, { name: 'find', view: { id, state }, search }, signal, deadlines.findMs)
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
    const result = await send(lanes.inBackground(forever), work, forever, timeoutMs)
    if (!('bytes' in result)) throw new Error('A thread made no segment.')
    return result.bytes
  }

  return {
    find(view, search, caller) {
      const { text, options = {}, instead = [] } = search
      const isLarge = buildCost(instead) + searchCost(view, text, options) > hereMs
      return isLarge ? findInThread(view, search, caller) : findPages(view, search)
    },
    forget: views.forget,
    build(pages, options) {
      if (buildCost(pages) <= hereMs) return buildSegment(pages, options)
      return make({ name: 'build', pages, options }, deadlines.buildMs(pages))
    },
    merge(segments, options) {
      if (mergeCost(segments) <= hereMs) return mergeBytes(segments, options)
      return make({ name: 'merge', segments, options }, deadlines.mergeMs(segments))
    },
    stop: threads.close,
  }
}
