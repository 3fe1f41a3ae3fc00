import { findPages } from '../find/find-pages.ts'
import { buildSegment } from '../segment/build.ts'
import { mergeBytes } from '../segment/merge.ts'
import { linking } from '../view/linking.ts'
import { applyChange, type Build } from './apply.ts'
import type { IndexDatabase } from './database.ts'
import { type Merge, mergeSome } from './merging.ts'
import { resting } from './resting.ts'
import type { Find, Forget } from './search-elsewhere.ts'
import type { SearchIndex } from './search-index.ts'
import { sweepSegments } from './sweep.ts'
import { Views } from './views.ts'

interface PostgresIndexOptions {
  /** For the index itself: what it loads serves many requests, so it must not end with one of them. */
  db: IndexDatabase
  /** How much of the organizations that were searched last is kept in memory. */
  memoryBytes: number
  /** For other threads to do the work; here where absent. */
  build?: Build
  merge?: Merge
  find?: Find
  /** Told of each view that is kept no longer. */
  forget?: Forget
}

export interface PostgresIndex extends SearchIndex {
  /**
   * Merges what is due, and deletes what is unused. Any number of processes may call it at any time: where nothing was
   * applied here since the last call it rests, but for a look every few minutes.
   */
  maintain(signal: AbortSignal): Promise<void>
  /** What is in memory. */
  readonly memory: { readonly bytes: number }
}

/** An index of segments in a service's own database (`searchTables`). Any number of processes share it. */
export function openPostgresIndex(options: PostgresIndexOptions): PostgresIndex {
  const { db, memoryBytes, build = buildSegment, merge = mergeBytes, find = findPages, forget } = options
  const maintenance = resting(async (signal, isWhole) => {
    while (!signal.aborted && (await mergeSome({ db, merge, known })));
    if (isWhole && !signal.aborted) await sweepSegments(db)
  })
  const views = new Views(db, memoryBytes, forget)
  const known = (organization: string) => views.segmentsOf(organization)
  return {
    memory: views,
    async apply(change) {
      const applied = await applyChange(db, build, change)
      maintenance.wake()
      return applied
    },
    async search({ organization, version, signal, ...search }) {
      return find(await views.at(organization, version), search, { organization, signal })
    },
    async linking({ organization, version, space, target, ...page }) {
      return linking(await views.at(organization, version), space, target, page)
    },
    maintain: maintenance.run,
  }
}
