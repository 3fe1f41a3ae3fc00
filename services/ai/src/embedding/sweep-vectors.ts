import { type Logger, type Loop, startLoop } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** A text that returns within this time, as when a space is read again from nothing, is not embedded again. */
const unusedFor = '1 hour'
const maxVectors = 1000
const everyMs = 5 * 60_000

/** Sweeps as long as the service runs, also while no model is configured: vectors of deleted texts have to go. */
export const startSweeping = (sql: () => Sql, log: Logger): Loop =>
  startLoop({ name: 'sweep of vectors', everyMs, log }, async (signal) => {
    while (!signal.aborted && (await sweepVectors(sql()))) {}
  })

/**
 * Deletes vectors that no page has used for an hour; returns false once none is left to check. A page that uses a
 * vector again updates the vector's row, so either this statement sees the use or that update misses the row. Any
 * number of processes may sweep.
 */
export async function sweepVectors(sql: Sql): Promise<boolean> {
  const { rows } = await raw<{ looked: number }>`
    with due as materialized (
      select key, exists (
        select from page where section_keys is not null and section_keys @> array[section_vector.key]) as is_used
      from section_vector where unused_at < now() - ${unusedFor}::interval
      limit ${maxVectors} for update skip locked
    ), used as (
      update section_vector set unused_at = null where key in (select key from due where is_used)
    ), swept as (
      delete from section_vector where key in (select key from due where not is_used)
    )
    select count(*)::float8 as looked from due`.execute(sql)
  return (rows[0]?.looked ?? 0) > 0
}
