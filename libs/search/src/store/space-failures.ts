import type { RetryPolicy } from '@quire/kit'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

const errorCharacters = 1000

/** True of a row of `search_space` whose space is parked. */
export const isParked = sql<boolean>`coalesce(search_space.try_at = 'infinity', false)`

/**
 * Counts a failure of a space. The space is due again after a backoff, or parked until it changes or is replayed.
 * Returns true if it is parked.
 */
export async function countFailure(
  db: QueryExecutorProvider,
  { id, organization }: { id: string; organization: string },
  error: unknown,
  { attempts, firstBackoffMs }: RetryPolicy,
): Promise<boolean> {
  const backoff = sql`make_interval(secs => ${firstBackoffMs / 1000})`
  const dueAfter = (failed: RawBuilder<unknown>) => sql`
    case when ${failed} + 1 >= ${attempts} then 'infinity'::timestamptz else now() + ${backoff} * 2 ^ ${failed} end`
  const { rows } = await sql<{ parked: boolean }>`
    insert into search_space (space_id, organization_id, attempts, try_at, error)
    values (${id}, ${organization}, 1, ${dueAfter(sql`0`)}, ${String(error).slice(0, errorCharacters)})
    on conflict (space_id) do update set
      attempts = search_space.attempts + 1, error = excluded.error, try_at = ${dueAfter(sql`search_space.attempts`)}
    returning ${isParked} as parked`.execute(db)
  return rows[0]?.parked ?? false
}

/** Queues the parked spaces again; returns their number. */
export async function replayParkedSpaces(db: QueryExecutorProvider): Promise<number> {
  const { numAffectedRows } = await sql`
    update search_space set attempts = 0, try_at = null, error = null where ${isParked}`.execute(db)
  return Number(numAffectedRows)
}
