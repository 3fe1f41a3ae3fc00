import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Segment } from '../segment/segment.ts'
import type { View } from '../view/view.ts'
import { emptyView, extendView, replaceInView } from '../view/view.ts'
import type { ReleaseView } from './find-in-view.ts'
import { healList } from './heal-list.ts'
import type { IndexDatabase } from './index-database.ts'
import { includesVersion } from './index-version.ts'
import type { ListedSegment } from './segment-list.ts'
import { readList } from './stored-list.ts'
import { loadSegments } from './stored-segments.ts'

/** A view with the hashes of its segments. */
interface ListedView {
  hashes: readonly string[]
  view: View
}

const emptyListedView: ListedView = { hashes: [], view: emptyView }

interface CachedView extends ListedView {
  version: string
}

/** Bytes per document that a view and its searches need besides the segments, in this thread and in search threads. */
const bytesPerDocument = 70
const maxLoads = 2
/** Bound on the reads of a list that changes while its segments are loaded. */
const maxReads = 20

/** A cache of the views of organizations of up to `memoryBytes`; holds at least the view that was read last. */
export class ViewCache {
  private readonly db: IndexDatabase
  private readonly cached: LRUCache<string, CachedView>
  private readonly loading = new Map<string, Promise<CachedView>>()
  private readonly limit = pLimit(maxLoads)

  constructor(db: IndexDatabase, memoryBytes: number, release: ReleaseView = () => undefined) {
    this.db = db
    this.cached = new LRUCache({
      maxSize: memoryBytes,
      sizeCalculation: (cached) => Math.min(memoryBytes, bytesOf(cached)),
      dispose: ({ view }) => release(view),
    })
  }

  get bytes(): number {
    return this.cached.calculatedSize
  }

  /** Returns the view at this version or a later one; without a version, the current one. */
  async at(organization: string, version: string | undefined): Promise<View> {
    const isEnough = (cached: CachedView | undefined) =>
      version !== undefined && cached && includesVersion(cached.version, version)
    const cached = this.cached.get(organization)
    if (cached && isEnough(cached)) return cached.view
    // A load that was already running may have read an older list. Its error goes to the caller that started it.
    const begun = await this.loading.get(organization)?.catch(() => undefined)
    if (begun && isEnough(begun)) return begun.view
    return (await this.load(organization)).view
  }

  /** Returns the segments of an organization that are in memory. */
  segmentsOf(organization: string) {
    const { hashes, view } = this.cached.peek(organization) ?? emptyListedView
    return new Map(view.segments.map(({ segment }, index) => [hashes[index] ?? '', segment]))
  }

  /** Loads an organization once for all callers that come while it is loading. */
  private load(organization: string): Promise<CachedView> {
    const begun = this.loading.get(organization)
    if (begun) return begun
    const loading = this.limit(() => this.current(organization)).finally(() => this.loading.delete(organization))
    this.loading.set(organization, loading)
    return loading
  }

  private async current(organization: string): Promise<CachedView> {
    for (let reads = 0; reads < maxReads; reads++) {
      const { version, segments: list } = await readList(this.db, organization)
      const before = this.cached.get(organization)
      if (before?.version === version) return before
      const known = this.segmentsOf(organization)
      const missing = list.filter(({ hash }) => !known.has(hash))
      const loaded = await loadSegments(this.db, organization, missing)
      const unread = missing.filter(({ hash }) => !loaded.get(hash)).map(({ hash }) => hash)
      if (unread.length > 0) {
        await healList(this.db, organization, unread)
        continue
      }
      const view = followList(before ?? emptyListedView, list, (hash) => {
        const segment = known.get(hash) ?? loaded.get(hash)
        if (!segment) throw new Error('A segment was loaded and is gone.')
        return segment
      })
      // Another epoch may have the same list; its view must not be released, so its entry is not replaced.
      if (before && view.view === before.view) return Object.assign(before, { version })
      const current = { ...view, version }
      this.cached.set(organization, current)
      return current
    }
    throw new Error('The index changes faster than it is read.')
  }
}

function bytesOf({ view }: CachedView): number {
  const segments = view.segments.reduce((sum, { segment }) => sum + segment.bytes.length, 1024)
  return segments + view.documents * bytesPerDocument
}

/**
 * Returns the view of a list. Extends an older view if segments were only added or merged since, else starts from an
 * empty one. `find` knows every segment of the list.
 */
function followList(before: ListedView, list: readonly ListedSegment[], find: (hash: string) => Segment): ListedView {
  return stepByStep(before, list, find) ?? stepByStep(emptyListedView, list, find) ?? emptyListedView
}

function stepByStep(
  { hashes, view: start }: ListedView,
  list: readonly ListedSegment[],
  find: (hash: string) => Segment,
): ListedView | undefined {
  let view = start
  let next = 0
  for (const [index, { hash, of = [] }] of list.entries()) {
    if (hashes[next] === hash) next++
    else if (next === hashes.length) view = extendView(view, find(hash))
    else if (of.length > 0 && of.every((source, offset) => hashes[next + offset] === source)) {
      view = replaceInView(view, index, of.length, find(hash))
      next += of.length
    } else return undefined
  }
  return next === hashes.length ? { hashes: list.map(({ hash }) => hash), view } : undefined
}
