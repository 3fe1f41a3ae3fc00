import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { type Day, dayAfter } from '../days.ts'
import { dropPartition, partitionDays } from '../events/event-partitions.ts'

/** Days of deleted sites that are found by one statement. */
const maxSwept = 50

/** Deletes the events and the sums of the days before `first`. */
export async function forgetBefore(sql: Sql, first: Day, signal: AbortSignal | undefined): Promise<void> {
  for (const day of await partitionDays(sql)) {
    signal?.throwIfAborted()
    if (day < first) await dropPartition(sql, day)
  }
  await sql.deleteFrom('site_event_rollup').where('day', '<', first).execute()
  await sql.deleteFrom('site_event_day').where('day', '<', first).execute()
}

/** Deletes the keys of the days before `first`, and the hashes that were made with them. */
export async function forgetKeys(sql: Sql, first: Day): Promise<void> {
  for (const table of ['site_event_salt', 'site_event_sender'] as const)
    await sql.deleteFrom(table).where('day', '<', first).execute()
}

/** Deletes the events of deleted sites, day by day. */
export async function forgetDeletedSites(sql: Sql, signal: AbortSignal | undefined): Promise<void> {
  const { rows } = await raw<{ site_id: string; day: Day }>`
    select site_id, day::text from site_event_day counted
    where not exists (select from site where site.id = counted.site_id) limit ${maxSwept}`.execute(sql)
  for (const { site_id, day } of rows) {
    signal?.throwIfAborted()
    await forgetDay(sql, site_id, day)
  }
  if (rows.length === maxSwept) await forgetDeletedSites(sql, signal)
}

/** Deletes all events of a site, day by day. */
export async function forgetEventsOf(sql: Sql, siteId: string, signal: AbortSignal): Promise<void> {
  const days = await sql
    .selectFrom('site_event_day')
    .select(raw<Day>`day::text`.as('day'))
    .where('site_id', '=', siteId)
    .execute()
  for (const { day } of days) {
    signal.throwIfAborted()
    await forgetDay(sql, siteId, day)
  }
}

async function forgetDay(sql: Sql, site_id: string, day: Day): Promise<void> {
  await raw`
    with events as (
      delete from site_event where site_id = ${site_id} and at >= ${`${day} 00:00Z`}::timestamptz
        and at < ${`${dayAfter(day)} 00:00Z`}::timestamptz
    ), sums as (
      delete from site_event_rollup where site_id = ${site_id} and day = ${day}::date
    )
    delete from site_event_day where site_id = ${site_id} and day = ${day}::date`.execute(sql)
}
