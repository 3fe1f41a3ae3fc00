import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { type Day, dayAfter } from '../days.ts'

/** Key of the lock that processes take to add or drop partitions. */
const partitionLock = 5_091_044
/** A statement that waits longer for the table would hold up those behind it. */
const lockTimeoutMs = 3000

const prefix = 'site_event_p'
const nameOf = (day: Day) => `${prefix}${day.replaceAll('-', '')}`

/** The partitions that exist, oldest first. */
export async function partitionDays(sql: Sql): Promise<Day[]> {
  const { rows } = await raw<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'site_event'::regclass order by relname`.execute(sql)
  return rows.map(({ name }) =>
    name.slice(prefix.length).replace(/^(\d{4})(\d\d)(\d\d)$/, (_, year, month, day) => `${year}-${month}-${day}`),
  )
}

/**
 * Creates the partitions of these days. A table of its own that is attached afterwards needs no lock that readers or
 * writers of other days would wait for.
 */
export async function createPartitions(sql: Sql, days: readonly Day[]): Promise<void> {
  await exclusively(sql, async (transaction) => {
    const existing = new Set(await partitionDays(transaction))
    for (const day of days.filter((one) => !existing.has(one))) {
      const table = raw.table(nameOf(day))
      await raw`create table ${table} (like site_event including defaults including constraints)`.execute(transaction)
      await raw`alter table site_event attach partition ${table}
        for values from (${utc(day)}) to (${utc(dayAfter(day))})`.execute(transaction)
    }
  })
}

/** Drops the partition of a day with its events. */
export const dropPartition = (sql: Sql, day: Day): Promise<void> =>
  exclusively(sql, async (transaction) => {
    await raw`drop table if exists ${raw.table(nameOf(day))}`.execute(transaction)
  })

/** Bounds of partitions are literals: the statement takes no parameters. */
const utc = (day: Day) => raw.lit(`${day} 00:00:00+00`)

const exclusively = (sql: Sql, work: (transaction: Sql) => Promise<void>) =>
  sql.transaction().execute(async (transaction) => {
    await raw`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true), pg_advisory_xact_lock(${partitionLock})`.execute(
      transaction,
    )
    await work(transaction)
  })
