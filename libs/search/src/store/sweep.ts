import { type QueryExecutorProvider, sql } from 'kysely'

const unusedFor = '10 minutes'
/** One process at a time: it is a number that only this library locks. */
const turn = 7_220_047

/**
 * Deletes segments that no list has named for some minutes; answers how many. Whoever puts one onto a list changes its
 * row in that transaction, so it is either seen here or kept. Does nothing while another process sweeps.
 */
export async function sweepSegments(db: QueryExecutorProvider): Promise<number> {
  const { numAffectedRows } = await sql`
    with turn as materialized (select pg_try_advisory_xact_lock(${turn}) as mine)
    delete from search_segment
    where (select mine from turn) and listed_at < now() - ${unusedFor}::interval and not exists (
      select from search_index, jsonb_array_elements(segments) as listed
      where search_index.organization_id = search_segment.organization_id and listed ->> 'hash' = search_segment.hash
    )`.execute(db)
  return Number(numAffectedRows)
}
