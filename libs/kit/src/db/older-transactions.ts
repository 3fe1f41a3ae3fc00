import { type QueryExecutorProvider, sql as raw } from 'kysely'

/**
 * Notes in `looked_at` of a row when a purge looked at it for the first time, and returns true once every transaction of this
 * service that began before that has ended, but for the one that asks. Those that began later see what was committed by then.
 * Transactions of another role do not count: PostgreSQL does not say when they began.
 */
export async function hasOutlivedOthers(sql: QueryExecutorProvider, table: string, id: string): Promise<boolean> {
  const { rows } = await raw<{ hasOutlived: boolean }>`
    with looked as (
      update ${raw.table(table)} set looked_at = coalesce(looked_at, clock_timestamp()) where id = ${id}
      returning looked_at
    )
    select not exists (
      select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and xact_start < looked_at
    ) as "hasOutlived" from looked`.execute(sql)
  return rows[0]?.hasOutlived === true
}
