import { newId } from '@quire/kit'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { IndexDatabase } from './index-database.ts'
import { type ListedSegment, runToMerge } from './segment-list.ts'
import { lockList } from './stored-list.ts'

/**
 * The right of one process to merge the segments of an organization. Others can take it over when it has not been
 * renewed for `leaseTime`, as after a kill.
 */
export interface MergeLease {
  organization: string
  /** The id of this lease. */
  merger: string
  /** The time from which the merge is due, as text of the database; a different value means that a merge was requested since. */
  due: string
}

const leaseTime = '1 minute'
const renewEveryMs = 10_000

/** Takes the lease of the organization whose merge has been due longest; undefined if none is due. */
export async function takeLease(db: QueryExecutorProvider): Promise<MergeLease | undefined> {
  const { rows } = await sql<MergeLease>`
    update search_index set merger = ${newId()}, merging_until = now() + ${leaseTime}::interval
    where organization_id = (
      select organization_id from search_index
      where merge_at <= now() and (merging_until is null or merging_until <= now())
      order by merge_at limit 1 for update skip locked
    )
    returning organization_id as organization, merger, merge_at::text as due`.execute(db)
  return rows[0]
}

/**
 * Performs `work` while the lease is renewed. If it fails, the lease runs out, so that work that always fails is
 * repeated once per `leaseTime`; it ends at once if `signal` is aborted, as when the service stops.
 */
export async function whileRenewed<Result>(
  db: QueryExecutorProvider,
  lease: MergeLease,
  { signal, everyMs = renewEveryMs }: { signal: AbortSignal; everyMs?: number | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  // An outage is no reason to stop: the lease may outlast it, and nothing is written without the lease.
  const renewal = setInterval(() => void renewLease(db, lease).catch(() => undefined), everyMs)
  try {
    return await work()
  } catch (error) {
    if (signal.aborted) await releaseLease(db, lease).catch(() => undefined)
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** Renews the lease; returns false if another process has taken it over. */
export async function renewLease(db: QueryExecutorProvider, lease: MergeLease): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update search_index set merging_until = now() + ${leaseTime}::interval where ${isOf(lease)}`.execute(db)
  return numAffectedRows === 1n
}

const releaseLease = (db: QueryExecutorProvider, lease: MergeLease) =>
  sql`update search_index set merger = null, merging_until = null where ${isOf(lease)}`.execute(db)

const isOf = ({ organization, merger }: MergeLease) => sql`organization_id = ${organization} and merger = ${merger}`

/**
 * Ends the lease in one transaction with the change that `write` makes to the list, which it gets locked; `write` returns
 * the segments that it leaves, or undefined if the merge has to be done again. Does nothing if the lease was lost. The
 * merge stays due if segments are left to merge, or others requested a merge meanwhile.
 */
export async function endLease(
  db: IndexDatabase,
  lease: MergeLease,
  write: (
    transaction: QueryExecutorProvider,
    segments: readonly ListedSegment[],
  ) => Promise<readonly ListedSegment[] | undefined>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { segments } = await lockList(transaction, lease.organization)
    const { rows } = await sql`select from search_index where ${isOf(lease)}`.execute(transaction)
    if (rows.length === 0) return
    const left = await write(transaction, segments)
    const due = left && !runToMerge(left) ? sql`nullif(merge_at, ${lease.due}::timestamptz)` : sql`now()`
    await sql`update search_index set merge_at = ${due} where ${isOf(lease)}`.execute(transaction)
    await releaseLease(transaction, lease)
  })
}
