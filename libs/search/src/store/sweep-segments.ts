import { type QueryExecutorProvider, sql } from 'kysely'

const unusedFor = '10 minutes'
/** The advisory lock of the sweep; no other code uses this number. */
const sweepLock = 7_220_047

/**
 * Deletes segments that no list has named for some minutes; returns their number. Adding a segment to a list updates
 * the segment's row in the same transaction, so the sweep either sees it listed or skips it. Does nothing while another
 * process sweeps.
 */
export async function sweepSegments(db: QueryExecutorProvider): Promise<number> {
  const { numAffectedRows } = await sql`
    with sweep as materialized (select pg_try_advisory_xact_lock(${sweepLock}) as mine)
    delete from search_segment
    where (select mine from sweep) and listed_at < now() - ${unusedFor}::interval and not exists (
      select from search_index, jsonb_array_elements(segments) as listed
      where search_index.organization_id = search_segment.organization_id and listed ->> 'hash' = search_segment.hash
    )`.execute(db)
  return Number(numAffectedRows)
}
