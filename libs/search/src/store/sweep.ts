import { type QueryExecutorProvider, sql } from 'kysely'

const unusedFor = '10 minutes'

/**
 * Deletes segments that no list has named for some minutes; answers how many. Whoever puts one onto a list changes its
 * row in that transaction, so it is either seen here or kept.
 */
export async function sweepSegments(db: QueryExecutorProvider): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from search_segment
    where listed_at < now() - ${unusedFor}::interval and not exists (
      select from search_index, jsonb_array_elements(segments) as listed
      where search_index.organization_id = search_segment.organization_id and listed ->> 'hash' = search_segment.hash
    )`.execute(db)
  return Number(numAffectedRows)
}
