import { usualPatience } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { SpaceBehind } from './searchable.ts'

const errorCharacters = 1000

/** Counts a failure: the space is tried again after pauses that double, and given up after eight. */
export async function countFailure(sql: Sql, { id, organization }: SpaceBehind, error: unknown): Promise<void> {
  const { attempts, firstPauseMs } = usualPatience
  await raw`
    insert into search_space as known (space_id, organization_id, attempts, try_at, error)
    values (${id}, ${organization}, 1, now() + ${`${firstPauseMs} milliseconds`}::interval,
      ${String(error).slice(0, errorCharacters)})
    on conflict (space_id) do update set
      attempts = known.attempts + 1, error = excluded.error,
      try_at = case when known.attempts + 1 >= ${attempts} then 'infinity'
        else now() + ${`${firstPauseMs} milliseconds`}::interval * 2 ^ known.attempts end`.execute(sql)
}

/** Takes up the spaces that were given up; answers how many. */
export async function replayParkedSpaces(sql: Sql): Promise<number> {
  const { numAffectedRows } = await raw`
    update search_space set attempts = 0, try_at = null, error = null where try_at = 'infinity'`.execute(sql)
  return Number(numAffectedRows)
}
