import { ownEventType } from '@quire/contracts'
import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { Sql } from '../../database.ts'
import { type Day, dayAfter, startOf } from '../days.ts'
import { claimDimension, rolledDimensions } from '../queries/dimensions.ts'
import { eventCounts } from '../queries/sources.ts'

/** Values of one dimension that a site has sums for on one day, the most frequent ones. */
const maxValues = 1000

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
}

const rolls: readonly Roll[] = [
  { dimension: raw.lit('all'), value: raw`null::text` },
  { dimension: raw.lit('hour'), value: raw`to_char(event.at at time zone 'UTC', 'HH24')` },
  ...rolledDimensions.map(({ rolled, key, join, leavesOut }) => ({
    dimension: raw.lit(String(rolled)),
    value: key,
    join,
    leavesOut,
  })),
  {
    dimension: raw`${raw.lit(claimDimension(''))} || claim.name`,
    value: raw`claim.value`,
    join: raw`cross join lateral jsonb_each_text(coalesce(event.claim_values, '{}')) as claim (name, value)`,
  },
]

/** Replaces the sums of a day of some sites, in a transaction of the caller. Events of programs have none. */
export async function rollUp(sql: Sql, work: RolledDay): Promise<void> {
  await sql
    .deleteFrom('site_event_rollup')
    .where('day', '=', work.day)
    .where(raw<SqlBool>`site_id = any(${work.siteIds}::text[])`)
    .execute()
  for (const roll of rolls) {
    await sums(roll, work, raw`event.type <> ${ownEventType}`, withTotals).execute(sql)
    // The published interface has no such event, so sums over all types do not count it.
    await sums(roll, work, raw`event.type = ${ownEventType}`, ofTypes).execute(sql)
  }
}

const ofTypes = raw`(1, 2, 3, event.type), (1, 2, 3, event.type, event.site_space)`
const withTotals = raw`(1, 2, 3), (1, 2, 3, event.site_space), ${ofTypes}`

/**
 * Inserts the sums of a dimension, also over all types and over all site spaces: a visitor counts once in each sum, so
 * sums of visitors cannot be added later.
 */
function sums(
  { dimension, value, join = raw``, leavesOut = false }: Roll,
  { day, siteIds }: RolledDay,
  types: RawBuilder<unknown>,
  sets: RawBuilder<unknown>,
) {
  return raw`
    insert into site_event_rollup
      (site_id, dimension, value, day, type, site_space, events, visitors, sessions, bad, ok, good, positive, negative)
    select site_id, dimension, value, ${day}::date, type, site_space,
      events, visitors, sessions, bad, ok, good, positive, negative
    from (
      select *, dense_rank() over (partition by site_id order by total desc, dimension, value) as place
      from (
        select *, max(events) over (partition by site_id, dimension, value) as total
        from (
          select event.site_id, ${dimension} as dimension, ${value} as value,
            case when grouping(event.type) = 1 then '*' else event.type end as type,
            case when grouping(event.site_space) = 1 then '*' else event.site_space end as site_space,
            ${eventCounts(true)}
          from site_event event ${join}
          where event.at >= ${startOf(day)} and event.at < ${startOf(dayAfter(day))}
            and event.site_id = any(${siteIds}::text[]) and event.bot is null and ${types}
            ${leavesOut ? raw`and ${value} is not null` : raw``}
          group by grouping sets (${sets})
        ) counted
      ) totalled
    ) placed
    where place <= ${maxValues}
    order by dimension, value, type, site_space`
}
