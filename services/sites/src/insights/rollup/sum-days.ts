import { isContention, isOutage } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { type Day, dayAfter } from '../days.ts'
import { rollUp, rollUpPrograms } from './roll-up.ts'

/** Events and sites that are summed up together. */
const [maxEvents, maxSites] = [200_000, 200]
/** The time until sums that failed are tried again: each try reads the events of the day some forty times. */
const postponedMs = 3600_000

/** The sums that failed lately, by day and site, and the time from which they are tried again. */
export type Postponed = Map<string, number>

interface Summing {
  /** The time of this run. */
  now: Date
  postponed: Postponed
  signal: AbortSignal | undefined
}

/** A site with the events of a day that it had when this was read. */
interface Unrolled {
  site_id: string
  events: number
}

const keyOf = (day: Day, siteId: string) => `${day} ${siteId}`

/**
 * Sums up the days before `end`, one after another. Events that come for such a day later are added with the next call.
 * Sums of a site that fail keep no other site and no other day waiting; queries read its events meanwhile. Returns the
 * failures.
 */
export async function rollUpUntil(sql: Sql, end: Day, { now, postponed, signal }: Summing): Promise<Error[]> {
  for (const [key, until] of postponed) if (until <= now.getTime()) postponed.delete(key)
  const failures: Error[] = []
  await recordFirstDay(sql, end)
  for (const day of await unrolledDays(sql, end)) {
    for (let sites = await unrolled(sql, day); sites.length > 0; sites = await unrolled(sql, day, sites)) {
      const due = sites.filter(({ site_id }) => !postponed.has(keyOf(day, site_id)))
      const sumUp = async (some: readonly Unrolled[]) => {
        await rollUp(sql, { day, siteIds: some.map(({ site_id }) => site_id) }, signal)
        await markRolled(sql, day, some)
      }
      const failed = await togetherOrAlone(due, sumUp, signal)
      for (const [{ site_id }, cause] of failed) {
        postponed.set(keyOf(day, site_id), now.getTime() + postponedMs)
        failures.push(new Error(`the events of site ${site_id} on ${day} could not be summed up`, { cause }))
      }
    }
    await recordRolledUntil(sql, dayAfter(day))
  }
  await recordRolledUntil(sql, end)
  return failures
}

/** Codes of a statement that takes too long, and of a lack of disk, memory or room for temporary files. */
const ofMuch = ['57014', '53100', '53200', '53400']

/** True if a failure says nothing of the events: the database is away, or others hold locks. Much may be too many of them. */
const isPassing = (error: unknown) => isContention(error) || (isOutage(error) && !ofMuch.includes(Object(error).code))

/**
 * Does work for all of these; where that fails, for each alone. Returns those for which it fails, each with the reason. Throws
 * if the reason is none of theirs: the database is away, or others hold locks.
 */
async function togetherOrAlone<One>(
  all: readonly One[],
  work: (some: readonly One[]) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<[One, unknown][]> {
  signal?.throwIfAborted()
  if (all.length === 0) return []
  try {
    await work(all)
    return []
  } catch (error) {
    signal?.throwIfAborted()
    if (isPassing(error)) throw error
    const [only] = all
    if (only !== undefined && all.length === 1) return [[only, error]]
  }
  const failed: [One, unknown][] = []
  for (const one of all) failed.push(...(await togetherOrAlone([one], work, signal)))
  return failed
}

/** Marks the sites of which nothing has come meanwhile: the sums may lack what has. */
const markRolled = (sql: Sql, day: Day, sites: readonly Unrolled[]) =>
  raw`
    update site_event_day counted set is_rolled = true
    from jsonb_to_recordset(${JSON.stringify(sites)}::jsonb) as seen (site_id text, events int)
    where counted.day = ${day}::date and counted.site_id = seen.site_id and counted.events = seen.events`.execute(sql)

/** With the first run, the days begin with the first that has events. */
const recordFirstDay = (sql: Sql, end: Day) =>
  raw`
    insert into site_event_progress (id, rolled_until, programs_from)
    select 1, first, first from (select least(min(day), ${end}::date) as first from site_event_day) one
    on conflict (id) do update set
      programs_from = coalesce(site_event_progress.programs_from, site_event_progress.rolled_until)`.execute(sql)

/** Queries read sums up to this day, except those of a site that has a day without sums. */
const recordRolledUntil = (sql: Sql, day: Day) =>
  raw`update site_event_progress set rolled_until = ${day}::date where rolled_until < ${day}::date`.execute(sql)

/** The days before `end` that have events without sums, oldest first. */
async function unrolledDays(sql: Sql, end: Day): Promise<Day[]> {
  const { rows } = await raw<{ day: Day }>`
    select distinct day::text from site_event_day where not is_rolled and day < ${end}::date order by 1`.execute(sql)
  return rows.map(({ day }) => day)
}

/**
 * Returns sites with events of a day and without sums of it, as many as are summed up together; those behind `before`, so
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

/**
 * Adds the sums by browser, system and device of days from before there were such sums, the latest first. A site whose sums
 * fail loses all of that day, which `rollUpUntil` then makes again.
 */
export async function addPrograms(sql: Sql, signal: AbortSignal | undefined): Promise<void> {
  for (let day = await dayBeforePrograms(sql); day !== null; day = await dayBeforePrograms(sql)) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const sites = await sql
        .selectFrom('site_event_day')
        .select('site_id')
        .where('day', '=', day)
        .where('site_id', '>', after)
        .orderBy('site_id')
        .limit(maxSites)
        .execute()
      const [of, siteIds] = [day, sites.map(({ site_id }) => site_id)]
      const failed = await togetherOrAlone(siteIds, (some) => rollUpPrograms(sql, { day: of, siteIds: some }), signal)
      if (failed.length > 0)
        await sql
          .updateTable('site_event_day')
          .set({ is_rolled: false })
          .where('day', '=', day)
          .where(
            'site_id',
            'in',
            failed.map(([siteId]) => siteId),
          )
          .execute()
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
