import type { QueryExecutorProvider } from 'kysely'
import { sql } from 'kysely'
import { findPages } from '../find/find-pages.ts'
import { buildSegment } from '../segment/build-segment.ts'
import { mergeBytes } from '../segment/merge-segments.ts'
import { linking } from '../view/linking.ts'
import { applyChange, type Build } from './apply-change.ts'
import type { FindInView, ReleaseView } from './find-in-view.ts'
import type { IndexDatabase } from './index-database.ts'
import { type Merge, mergeNext } from './merge-next.ts'
import type { SearchIndex } from './search-index.ts'
import { ViewCache } from './view-cache.ts'

const fullIntervalMs = 5 * 60_000

const sweepAfter = '10 minutes'

/** The advisory lock of the sweep; no other code uses this number. */
const sweepLock = 7_220_047

interface PostgresIndexOptions {
  /** The index's own connections: loads serve many requests, so they must not end with one of them. */
  db: IndexDatabase
  /** Size of the cache of organizations that were searched last. */
  memoryBytes: number
  /** Does the work in other threads; absent if this thread does it. */
  build?: Build
  merge?: Merge
  find?: FindInView
  /** The interval at which the lease of a merge is renewed; by default well within its time. */
  renewEveryMs?: number
  /** Called with each view that was evicted from the cache. */
  release?: ReleaseView
}

export interface PostgresIndex extends SearchIndex {
  /**
   * Merges due segments and deletes unused ones. Any number of processes may call it at any time. Does nothing if no
   * change was applied here since the last call, except for a check every few minutes.
   */
  maintain(signal: AbortSignal): Promise<void>
  /** The size of the cache. */
  readonly memory: { readonly bytes: number }
}

/** Opens an index of segments in a service's own database (`searchTables`). Any number of processes share it. */
export function openPostgresIndex(options: PostgresIndexOptions): PostgresIndex {
  const { db, memoryBytes, build = buildSegment, merge = mergeBytes, find = findPages, release, renewEveryMs } = options
  const maintenance = maintenanceSchedule(async (signal, isFull) => {
    while (!signal.aborted && (await mergeNext({ db, merge, known, renewEveryMs, signal })));
    if (isFull && !signal.aborted) await sweepSegments(db)
  })
  const views = new ViewCache(db, memoryBytes, release)
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

/**
 * Deletes segments that no list has named for some minutes; returns their number. Adding a segment to a list updates
 * the segment's row in the same transaction, so the sweep either sees it listed or skips it. Does nothing while another
 * process sweeps.
 */
export async function sweepSegments(db: QueryExecutorProvider): Promise<number> {
  const { numAffectedRows } = await sql`
    with sweep as materialized (select pg_try_advisory_xact_lock(${sweepLock}) as mine)
    delete from search_segment
    where (select mine from sweep) and listed_at < now() - ${sweepAfter}::interval and not exists (
      select from search_index, jsonb_array_elements(segments) as listed
      where search_index.organization_id = search_segment.organization_id and listed ->> 'hash' = search_segment.hash
    )`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Skips maintenance that is requested often but not needed. Work runs only after `wake`, and in full every few minutes,
 * to cover what other processes left undone.
 */
function maintenanceSchedule(work: (signal: AbortSignal, isFull: boolean) => Promise<void>) {
  let isAwake = true
  let fullAt = Number.NEGATIVE_INFINITY
  return {
    wake() {
      isAwake = true
    },
    async run(signal: AbortSignal): Promise<void> {
      const now = performance.now()
      const isFull = now - fullAt >= fullIntervalMs
      if (!isAwake && !isFull) return
      isAwake = false
      try {
        await work(signal, isFull)
        if (isFull) fullAt = now
      } catch (error) {
        isAwake = true
        throw error
      }
    },
  }
}
