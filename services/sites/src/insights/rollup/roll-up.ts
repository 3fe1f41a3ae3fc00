import { ownEventType } from '@quire/contracts'
import { inLongTransaction } from '@quire/kit'
import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { Sql } from '../../database.ts'
import { type Day, dayAfter, startOf } from '../days.ts'
import { claimDimension, rolledDimensions } from '../queries/dimensions.ts'
import { eventCounts, programs, programValue } from '../queries/sources.ts'

/** Values of one dimension that a site has sums for on one day, the most frequent ones. */
const maxValues = 1000

/** The longest time for one statement: distinct visitors of a million events are sorted, beside what else the server does. */
const statementTimeoutMs = 600_000

/** One statement's worth of work. */
interface RolledDay {
  day: Day
  siteIds: readonly string[]
}

/** A statement: the name of the dimension and the value of each event, with rows to join. */
interface Roll {
  dimension: RawBuilder<unknown>
  value: RawBuilder<unknown>
  join?: RawBuilder<unknown> | undefined
  leavesOut?: boolean | undefined
  isWide?: boolean | undefined
}

const claimed = raw`event.claim_values`
const all: Roll = { dimension: raw.lit('all'), value: raw`null::text` }
const ofPrograms: Roll = { dimension: raw.lit(programs), value: programValue }
const rolls: readonly Roll[] = [
  ofPrograms,
  { dimension: raw.lit('hour'), value: raw`to_char(event.at at time zone 'UTC', 'HH24')` },
  ...rolledDimensions.map(({ rolled, key, ...more }) => ({ dimension: raw.lit(String(rolled)), value: key, ...more })),
  {
    dimension: raw`${raw.lit(claimDimension(''))} || claim.name`,
    value: raw`claim.value`,
    join: raw`cross join lateral jsonb_each_text(coalesce(${claimed}, '{}')) as claim (name, value)`,
    leavesOut: true,
    isWide: true,
  },
]

/**
 * Replaces the sums of a day of some sites. Each dimension is a transaction of its own, since those of a site with a million
 * events take minutes together; nobody reads the sums before the sites are marked. Events of programs have none.
 */
export async function rollUp(sql: Sql, work: RolledDay, signal: AbortSignal | undefined): Promise<void> {
  const step = <Result>(statements: (sql: Sql) => Promise<Result>): Promise<Result> => {
    signal?.throwIfAborted()
    return inLongTransaction(sql, statementTimeoutMs, statements)
  }
  const present = await step(async (transaction) => {
    await deleteSums(transaction, work).execute()
    return presentValues(transaction, work)
  })
  await step((transaction) => insertSums(transaction, all, work, present))
  for (const [at, roll] of rolls.entries()) {
    if (Number(present[`v${at}`]) > 0) await step((transaction) => insertSums(transaction, roll, work, present))
    else if (!roll.leavesOut) await step((transaction) => copySums(transaction, roll, work))
  }
}

/** Replaces the sums by browser, system and device of a day that has all others. */
export async function rollUpPrograms(sql: Sql, work: RolledDay): Promise<void> {
  await inLongTransaction(sql, statementTimeoutMs, async (transaction) => {
    await deleteSums(transaction, work).where('dimension', '=', programs).execute()
    await insertSums(transaction, ofPrograms, work, await presentValues(transaction, work))
  })
}

const deleteSums = (sql: Sql, { day, siteIds }: RolledDay) =>
  sql.deleteFrom('site_event_rollup').where('day', '=', day).where(raw<SqlBool>`site_id = any(${siteIds}::text[])`)

/** Counts the events that have a value, by the positions of the dimensions, and those of our own type. */
async function presentValues(sql: Sql, work: RolledDay): Promise<Record<string, unknown>> {
  const counts = rolls.map(({ value, join }, at) => raw`count(${join ? claimed : value}) as ${raw.ref(`v${at}`)}`)
  const own = raw`count(*) filter (where event.type = ${ownEventType}) as own`
  const { rows } = await raw<Record<string, unknown>>`
    select ${raw.join([...counts, own])} from site_event event where ${counted(work)}`.execute(sql)
  return rows[0] ?? {}
}

async function insertSums(sql: Sql, roll: Roll, work: RolledDay, { own }: Record<string, unknown>) {
  const spaced = roll.isWide ? raw`` : raw`, (1, 2, 3, event.site_space)`
  const both = roll.isWide ? raw`` : raw`, (1, 2, 3, event.type, event.site_space)`
  const ofTypes = raw`(1, 2, 3, event.type)${both}`
  await sums(roll, work, raw`event.type <> ${ownEventType}`, raw`(1, 2, 3)${spaced}, ${ofTypes}`).execute(sql)
  // The published interface has no such event, so sums over all types do not count it.
  if (Number(own) > 0) await sums(roll, work, raw`event.type = ${ownEventType}`, ofTypes).execute(sql)
}

/** No event has a value: the sums of events without one are those of all. */
const copySums = (sql: Sql, { dimension }: Roll, { day, siteIds }: RolledDay) =>
  raw`
    insert into site_event_rollup
      (site_id, dimension, value, day, type, site_space, events, visitors, sessions, bad, ok, good, positive, negative)
    select site_id, ${dimension}, null, day, type, site_space,
      events, visitors, sessions, bad, ok, good, positive, negative
    from site_event_rollup where dimension = 'all' and day = ${day}::date and site_id = any(${siteIds}::text[])`.execute(
    sql,
  )

/** The events of a day that count. */
const counted = ({ day, siteIds }: RolledDay) =>
  raw`event.at >= ${startOf(day)} and event.at < ${startOf(dayAfter(day))}
    and event.site_id = any(${siteIds}::text[]) and event.bot is null`

const siteSpace = raw`case when grouping(event.site_space) = 1 then '*' else event.site_space end`

/**
 * Inserts the sums of a dimension, also over all types and over all site spaces: a visitor counts once in each sum, so
 * sums of visitors cannot be added later. Rows that queries read together are stored side by side.
 */
function sums(
  { dimension, value, join = raw``, leavesOut = false, isWide = false }: Roll,
  work: RolledDay,
  types: RawBuilder<unknown>,
  sets: RawBuilder<unknown>,
) {
  return raw`
    insert into site_event_rollup
      (site_id, dimension, value, day, type, site_space, events, visitors, sessions, bad, ok, good, positive, negative)
    select site_id, dimension, value, ${work.day}::date, type, site_space,
      events, visitors, sessions, bad, ok, good, positive, negative
    from (
      select *, dense_rank() over (partition by site_id order by total desc, dimension, value) as place
      from (
        select *, max(events) over (partition by site_id, dimension, value) as total
        from (
          select event.site_id, ${dimension} as dimension, ${value} as value,
            case when grouping(event.type) = 1 then '*' else event.type end as type,
            ${isWide ? raw.lit('*') : siteSpace} as site_space,
            ${eventCounts(true)}
          from site_event event ${join}
          where ${counted(work)} and ${types}
            ${leavesOut ? raw`and ${value} is not null` : raw``}
          group by grouping sets (${sets})
        ) counted
      ) totalled
    ) placed
    where place <= ${maxValues}
    order by dimension, type, site_space, value`
}
