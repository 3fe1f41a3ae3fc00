import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { Day } from '../days.ts'

/** The events of a site on a day. */
interface DayCount {
  site_id: string
  day: Day
  events: number
  /** Those that visitors have sent, not a token of the organization. */
  by_visitors: number
}

/** The events of a sender on a day, to one site: its hash says which. */
interface SenderCount {
  day: Day
  sender: string
  events: number
}

export interface EventCounts {
  days: readonly DayCount[]
  senders: readonly SenderCount[]
}

type CountRow = Omit<DayCount, 'site_id'> & { site_id: string | null; sender: string | null }

/** Reads what is stored of a site and of some senders; only what there is. */
export async function readEventCounts(
  sql: Sql,
  { siteId, days, senders }: { siteId: string; days: readonly Day[]; senders: readonly string[] },
): Promise<EventCounts> {
  const { rows } = await raw<CountRow>`
    select site_id, null as sender, day::text, events, by_visitors from site_event_day
    where site_id = ${siteId} and day = any(${days}::date[])
    union all
    select null, sender::text, day::text, events, 0 from site_event_sender
    where sender = any(${senders}::bigint[])`.execute(sql)
  return countsOf(rows)
}

/**
 * Adds to what is stored, in the statement that `stored` is a part of; returns the new counts of these sites and senders. A
 * day that had sums has none until they are made again.
 */
export async function addEventCounts(
  sql: Sql,
  stored: ReturnType<typeof raw>,
  { days, senders }: EventCounts,
): Promise<EventCounts> {
  // In one order, so that statements of several processes wait for each other without a deadlock.
  const { rows } = await raw<CountRow>`
    with stored as (${stored}), of_senders as (
      insert into site_event_sender (sender, day, events)
      select sender, day, events from jsonb_to_recordset(${JSON.stringify(senders)}::jsonb)
        as counted (sender bigint, day date, events int) order by 1
      on conflict (sender) do update set events = site_event_sender.events + excluded.events
      returning sender, day, events
    ), of_days as (
      insert into site_event_day (site_id, day, events, by_visitors)
      select site_id, day, events, by_visitors from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
        as counted (site_id text, day date, events int, by_visitors int) order by 1, 2
      on conflict (site_id, day) do update set events = site_event_day.events + excluded.events,
        by_visitors = site_event_day.by_visitors + excluded.by_visitors, is_rolled = false
      returning site_id, day, events, by_visitors
    )
    select site_id, null as sender, day::text, events, by_visitors from of_days
    union all select null, sender::text, day::text, events, 0 from of_senders`.execute(sql)
  return countsOf(rows)
}

const countsOf = (rows: readonly CountRow[]): EventCounts => ({
  days: rows.flatMap(({ site_id, day, events, by_visitors }) =>
    site_id === null ? [] : [{ site_id, day, events, by_visitors }],
  ),
  senders: rows.flatMap(({ sender, day, events }) => (sender === null ? [] : [{ sender, day, events }])),
})
