import type { Patience } from '@quire/kit'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

const errorCharacters = 1000

/** True of a row of `search_space` whose space was given up. */
export const isParked = sql<boolean>`coalesce(search_space.try_at = 'infinity', false)`

/**
 * Counts a failure with a space: it is due again after a pause, or given up until it changes or is replayed. True where
 * it is given up.
 */
export async function countFailure(
  db: QueryExecutorProvider,
  { id, organization }: { id: string; organization: string },
  error: unknown,
  { attempts, firstPauseMs }: Patience,
): Promise<boolean> {
  const pause = sql`make_interval(secs => ${firstPauseMs / 1000})`
  const pauseAfter = (failed: RawBuilder<unknown>) => sql`
    case when ${failed} + 1 >= ${attempts} then 'infinity'::timestamptz else now() + ${pause} * 2 ^ ${failed} end`
  const { rows } = await sql<{ parked: boolean }>`
    insert into search_space (space_id, organization_id, attempts, try_at, error)
    values (${id}, ${organization}, 1, ${pauseAfter(sql`0`)}, ${String(error).slice(0, errorCharacters)})
    on conflict (space_id) do update set
      attempts = search_space.attempts + 1, error = excluded.error, try_at = ${pauseAfter(sql`search_space.attempts`)}
    returning ${isParked} as parked`.execute(db)
  return rows[0]?.parked ?? false
}

/** Takes up the spaces that were given up; answers how many. */
export async function replayParkedSpaces(db: QueryExecutorProvider): Promise<number> {
  const { numAffectedRows } = await sql`
    update search_space set attempts = 0, try_at = null, error = null where ${isParked}`.execute(db)
  return Number(numAffectedRows)
}
