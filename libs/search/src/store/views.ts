import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { View } from '../view/view.ts'
import type { IndexDatabase } from './database.ts'
import { followList, type ListedView, nothingListed } from './follow.ts'
import { healList } from './heal.ts'
import { readList } from './lists.ts'
import type { Forget } from './search-elsewhere.ts'
import { loadSegments } from './stored-segments.ts'

interface KeptView extends ListedView {
  version: number
}

/** What a view and searches in it, here and in a thread, need of each document beside its segment, in bytes. */
const bytesOfDocument = 70
const loadsAtOnce = 2
/** A list changes while its segments are loaded, but not again and again. */
const mostReads = 20

/** Views of organizations, as many as fit into `memoryBytes`; at least the one that was read last. */
export class Views {
  private readonly db: IndexDatabase
  private readonly kept: LRUCache<string, KeptView>
  private readonly loading = new Map<string, Promise<KeptView>>()
  private readonly limit = pLimit(loadsAtOnce)

  constructor(db: IndexDatabase, memoryBytes: number, forget: Forget = () => undefined) {
    this.db = db
    this.kept = new LRUCache({
      maxSize: memoryBytes,
      sizeCalculation: (kept) => Math.min(memoryBytes, bytesOf(kept)),
      dispose: ({ view }) => forget(view),
    })
  }

  get bytes(): number {
    return this.kept.calculatedSize
  }

  /** The view at this version or a later one; without a version the one that is current. */
  async at(organization: string, version: number | undefined): Promise<View> {
    const isEnough = (kept: KeptView | undefined) => version !== undefined && kept && kept.version >= version
    const kept = this.kept.get(organization)
    if (kept && isEnough(kept)) return kept.view
    // One that was begun before may have read an older list; an error of it is told to those who began it.
    const begun = await this.loading.get(organization)?.catch(() => undefined)
    if (begun && isEnough(begun)) return begun.view
    return (await this.load(organization)).view
  }

  /** The segments that are in memory. */
  segmentsOf(organization: string) {
    const { hashes, view } = this.kept.peek(organization) ?? nothingListed
    return new Map(view.segments.map(({ segment }, index) => [hashes[index] ?? '', segment]))
  }

  /** Who comes while an organization is loaded waits for that. */
  private load(organization: string): Promise<KeptView> {
    const begun = this.loading.get(organization)
    if (begun) return begun
    const loading = this.limit(() => this.current(organization)).finally(() => this.loading.delete(organization))
    this.loading.set(organization, loading)
    return loading
  }

  private async current(organization: string): Promise<KeptView> {
    for (let reads = 0; reads < mostReads; reads++) {
      const { version, segments: list } = await readList(this.db, organization)
      const before = this.kept.get(organization)
      if (before?.version === version) return before
      const known = this.segmentsOf(organization)
      const missing = list.filter(({ hash }) => !known.has(hash))
      const loaded = await loadSegments(this.db, organization, missing)
      const unread = missing.filter(({ hash }) => !loaded.get(hash)).map(({ hash }) => hash)
      if (unread.length > 0) {
        await healList(this.db, organization, unread)
        continue
      }
      const view = followList(before ?? nothingListed, list, (hash) => {
        const segment = known.get(hash) ?? loaded.get(hash)
        if (!segment) throw new Error('A segment was loaded and is gone.')
        return segment
      })
      const current = { ...view, version }
      this.kept.set(organization, current)
      return current
    }
    throw new Error('The index changes faster than it is read.')
  }
}

function bytesOf({ view }: KeptView): number {
  const segments = view.segments.reduce((sum, { segment }) => sum + segment.bytes.length, 1024)
  return segments + view.documents * bytesOfDocument
}
