import { type Logger, type Loop, startLoop } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** A text that comes back within it, as when a space is read anew, is not embedded again. */
const keptFor = '1 hour'
const atOnce = 1000
const everyMs = 5 * 60_000

/** Sweeps as long as the service runs, also while no model is configured: what is deleted must go. */
export const startSweeping = (sql: () => Sql, log: Logger): Loop =>
  startLoop({ name: 'sweep of vectors', everyMs, log }, async (signal) => {
    while (!signal.aborted && (await sweepVectors(sql()))) {}
  })

/**
 * Deletes vectors that no page has had for an hour; answers false once none is left to look at. Whoever uses one again
 * says so in its row, so it is either seen here or missing there. Any number of processes may sweep.
 */
export async function sweepVectors(sql: Sql): Promise<boolean> {
  const { rows } = await raw<{ looked: number }>`
    with due as materialized (
      select key, exists (
        select from page where section_keys is not null and section_keys @> array[section_vector.key]) as is_used
      from section_vector where unused_at < now() - ${keptFor}::interval
      limit ${atOnce} for update skip locked
    ), used as (
      update section_vector set unused_at = null where key in (select key from due where is_used)
    ), swept as (
      delete from section_vector where key in (select key from due where not is_used)
    )
    select count(*)::float8 as looked from due`.execute(sql)
  return (rows[0]?.looked ?? 0) > 0
}
