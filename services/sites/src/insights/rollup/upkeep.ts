import { type Logger, type Loop, startLoop, whileAlone } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { type Day, dayAfter, dayOf } from '../days.ts'
import { createPartitions, dropPartition, partitionDays } from '../events/event-partitions.ts'
import { rollUp, rollUpPrograms } from './roll-up.ts'

interface UpkeepParts {
  sql: () => Sql
  now: () => Date
  log: Logger
  retentionDays: number
}

const everyMs = 600_000
/** Key of the lock of the process that rolls up. */
const upkeepLock = 5_091_045
/** Events may come five minutes late, and wait in memory for a moment. */
const closedAfterMs = 15 * 60_000
/** Events and sites of one transaction. */
const [maxEvents, maxSites] = [200_000, 200]
const maxSwept = 50

/** Adds and drops partitions, sums up days that are over, and deletes what is too old or of deleted sites. */
export const startInsightsUpkeep = ({ sql, now, log, retentionDays }: UpkeepParts): Loop =>
  startLoop({ name: 'insights', everyMs, log }, (signal) => keepUp(sql(), { now: now(), retentionDays, signal }))

interface Upkeep {
  now: Date
  retentionDays: number
  signal?: AbortSignal
}

/** Does what is due; only one process at a time. Each step is complete by itself, and is repeated after a kill. */
export async function keepUp(sql: Sql, { now, retentionDays, signal }: Upkeep): Promise<void> {
  await createPartitions(sql, [dayOf(now), dayAfter(dayOf(now))])
  await whileAlone(sql, upkeepLock, async (alone) => {
    // A clock that is ahead for a moment must neither close today nor delete what is to be retained.
    const earlier = await earlierOf(alone, now)
    const today = dayOf(earlier)
    await rollUpUntil(alone, dayOf(new Date(earlier.getTime() - closedAfterMs)), signal)
    await addPrograms(alone, signal)
    await forgetBefore(alone, dayAfter(today, -retentionDays), signal)
    for (const table of ['site_event_salt', 'site_event_sender'] as const)
      await alone.deleteFrom(table).where('day', '<', dayAfter(today, -1)).execute()
    await forgetDeletedSites(alone, signal)
  })
}

/** Returns the time of this process or of the database, the earlier of both. */
async function earlierOf(sql: Sql, now: Date): Promise<Date> {
  const { rows } = await raw<{ ms: number }>`select (extract(epoch from now()) * 1000)::float8 as ms`.execute(sql)
  return new Date(Math.min(now.getTime(), rows[0]?.ms ?? now.getTime()))
}

/** Sums up the days before `end`, one after another. Events that come for such a day later are added with the next call. */
async function rollUpUntil(sql: Sql, end: Day, signal: AbortSignal | undefined): Promise<void> {
  for (let day = await rolledUntil(sql, end); day < end; day = dayAfter(day)) {
    for (let sites = await unrolled(sql, day); sites.length > 0; sites = await unrolled(sql, day, sites)) {
      signal?.throwIfAborted()
      await sql.transaction().execute(async (transaction) => {
        await rollUp(transaction, { day, siteIds: sites.map(({ site_id }) => site_id) })
        await markRolled(transaction, day, sites)
      })
    }
    await sql
      .updateTable('site_event_progress')
      .set({ rolled_until: dayAfter(day) })
      .execute()
  }
}

/** Marks the sites of which nothing has come meanwhile: the sums may lack what has. */
const markRolled = (sql: Sql, day: Day, sites: readonly Unrolled[]) =>
  raw`
    update site_event_day counted set is_rolled = true
    from jsonb_to_recordset(${JSON.stringify(sites)}::jsonb) as seen (site_id text, events int)
    where counted.day = ${day}::date and counted.site_id = seen.site_id and counted.events = seen.events`.execute(sql)

/** The first day that has events without sums; with the first run, the first day that has events. */
async function rolledUntil(sql: Sql, end: Day): Promise<Day> {
  const { rows } = await raw<{ day: Day }>`
    insert into site_event_progress (id, rolled_until, programs_from)
    select 1, first, first from (select least(min(day), ${end}::date) as first from site_event_day) one
    on conflict (id) do update set
      programs_from = coalesce(site_event_progress.programs_from, site_event_progress.rolled_until),
      rolled_until =
        least(site_event_progress.rolled_until, (select min(day) from site_event_day where not is_rolled))
    returning rolled_until::text as day`.execute(sql)
  return rows[0]?.day ?? end
}

/** Adds the sums by browser, system and device of days from before there were such sums, the latest first. */
async function addPrograms(sql: Sql, signal: AbortSignal | undefined): Promise<void> {
  for (let day = await dayBeforePrograms(sql); day !== null; day = await dayBeforePrograms(sql)) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      signal?.throwIfAborted()
      const sites = await sql
        .selectFrom('site_event_day')
        .select('site_id')
        .where('day', '=', day)
        .where('site_id', '>', after)
        .orderBy('site_id')
        .limit(maxSites)
        .execute()
      const [of, siteIds] = [day, sites.map(({ site_id }) => site_id)]
      await sql.transaction().execute((transaction) => rollUpPrograms(transaction, { day: of, siteIds }))
      after = sites.length < maxSites ? undefined : siteIds.at(-1)
    }
    await sql.updateTable('site_event_progress').set({ programs_from: day }).execute()
  }
}

/** The last day that has sums but none of programs; null if there is none. */
async function dayBeforePrograms(sql: Sql): Promise<Day | null> {
  const { rows } = await raw<{ day: Day | null }>`
    select max(day)::text as day from site_event_day
    where day < (select coalesce(programs_from, rolled_until) from site_event_progress)`.execute(sql)
  return rows[0]?.day ?? null
}

/** A site with the events of a day that it had when this was read. */
interface Unrolled {
  site_id: string
  events: number
}

/**
 * Returns sites with events of a day and without sums of it, as many as fit into one transaction; those behind `before`, so
 * that a site whose events still come keeps no others waiting.
 */
async function unrolled(sql: Sql, day: Day, before: readonly Unrolled[] = []): Promise<Unrolled[]> {
  const { rows } = await raw<Unrolled>`
    select site_id, events from (
      select site_id, events, sum(events) over (order by site_id) - events as before
      from site_event_day where day = ${day}::date and not is_rolled and site_id > ${before.at(-1)?.site_id ?? ''}
    ) sites where before < ${maxEvents} order by site_id limit ${maxSites}`.execute(sql)
  return rows
}

async function forgetBefore(sql: Sql, first: Day, signal: AbortSignal | undefined): Promise<void> {
  for (const day of await partitionDays(sql)) {
    signal?.throwIfAborted()
    if (day < first) await dropPartition(sql, day)
  }
  await sql.deleteFrom('site_event_rollup').where('day', '<', first).execute()
  await sql.deleteFrom('site_event_day').where('day', '<', first).execute()
}

/** Deletes the events of sites that are no more, day by day. */
async function forgetDeletedSites(sql: Sql, signal: AbortSignal | undefined): Promise<void> {
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
