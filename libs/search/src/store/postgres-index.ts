import { findPages } from '../find/find-pages.ts'
import { buildSegment } from '../segment/build.ts'
import { linking } from '../view/linking.ts'
import { applyChange, type Build } from './apply.ts'
import type { IndexDatabase } from './database.ts'
import { type Merge, mergeBytes, mergeSome } from './merging.ts'
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
}

interface PostgresIndex extends SearchIndex {
  /** Merges what is due and deletes what is unused; any number of processes may call it. */
  maintain(signal: AbortSignal): Promise<void>
  /** What is in memory. */
  readonly memory: { readonly bytes: number }
}

/** An index of segments in a service's own database (`searchTables`). Any number of processes share it. */
export function openPostgresIndex(options: PostgresIndexOptions): PostgresIndex {
  const { db, memoryBytes, build = buildSegment, merge = mergeBytes } = options
  const views = new Views(db, memoryBytes)
  const known = (organization: string) => views.segmentsOf(organization)
  return {
    memory: views,
    apply: (change) => applyChange(db, build, change),
    async search({ organization, version, ...search }) {
      return findPages(await views.at(organization, version), search)
    },
    async linking({ organization, version, space, target, ...page }) {
      return linking(await views.at(organization, version), space, target, page)
    },
    async maintain(signal) {
      while (!signal.aborted && (await mergeSome({ db, merge, known })));
      if (!signal.aborted) await sweepSegments(db)
    },
  }
}
