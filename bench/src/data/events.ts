import { createPartitions } from '@quire/sites/event-partitions'
import { keepUp } from '@quire/sites/insights-upkeep'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Measuring } from '../part.ts'

export const yearEvents = 10_000_000
const days = 365

/** Stores a year of events in the database, with their sums; returns the seconds that those of one day took. */
export async function makeYear({ quire, say, signal }: Measuring, siteId: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: quire.services.sites.databaseUrl })
  const sql = new Kysely<never>({ dialect: new PostgresDialect({ pool }) }) as unknown as Parameters<typeof keepUp>[0]
  try {
    const today = new Date()
    const dayBefore = (count: number) => new Date(today.getTime() - count * 86_400_000).toISOString().slice(0, 10)
    const all = Array.from({ length: days }, (_, at) => dayBefore(days - at))
    await createPartitions(sql, all)
    for (const day of all) await pool.query(insertDay, [siteId, day, Math.round(yearEvents / days)])
    const last = all.at(-1)
    await pool.query('update site_event_progress set rolled_until = $1, programs_from = $2', [last, all[0]])
    await pool.query('update site_event_day set is_rolled = true where site_id = $1 and day < $2', [siteId, last])
    await pool.query('vacuum (analyze) site_event')
    say('they are summed up')
    const begun = performance.now()
    await keepUp(sql, { now: today, retentionDays: 400, signal })
    const took = (performance.now() - begun) / 1000
    // The days have equal events, so that the sums of one are those of all.
    await pool.query(copySums, [siteId, last, days - 1])
    await pool.query('vacuum (analyze) site_event_rollup')
    return took
  } finally {
    await sql.destroy()
  }
}

const sumColumns = 'dimension, type, site_space, value, events, visitors, sessions, bad, ok, good, positive, negative'
/** $1 site, $2 day that has sums, $3 number of days before it. */
const copySums = `
  insert into site_event_rollup (site_id, day, ${sumColumns})
  select site_id, $2::date - before, ${sumColumns} from site_event_rollup, generate_series(1, $3::int) before
  where site_id = $1 and day = $2::date order by before desc, dimension, type, site_space, value`

/** $1 site, $2 day, $3 number of events: seven tenths are views, by visitors who do five things. */
const insertDay = `
  with made as (
    insert into site_event (site_id, at, type, visitor, session, browser, device, os, url, context, language, country,
      referrer, referrer_domain, site_space, space, page, query, results, rating)
    select $1, $2::date::timestamp at time zone 'UTC' + n * interval '86399 s' / $3::int,
      case when n % 10 < 7 then 'page_view' when n % 10 = 7 then 'search_type_query' when n % 10 = 8 then 'link_click'
        else 'page_post_feedback' end,
      n / 5, n / 5, (array['chrome', 'firefox', 'safari', 'edge'])[1 + n / 5 % 4],
      (array['desktop', 'mobile'])[1 + n / 5 % 2], (array['windows', 'macos', 'linux', 'ios'])[1 + n / 5 % 4],
      'https://docs.example.com/page-' || page, 'site', (array['en', 'de', 'fr'])[1 + n / 5 % 3],
      (array['US', 'DE', 'FR', 'JP', 'IN'])[1 + n / 5 % 5], 'https://news-' || n / 5 % 40 || '.example/',
      'news-' || n / 5 % 40 || '.example', 'space-' || page % 3, 'manual', 'page-' || page,
      case when n % 10 = 7 then 'query ' || abs(hashint4(n)) % 2000 end, case when n % 10 = 7 then n / 10 % 3 end,
      case when n % 10 = 9 then (array['good', 'ok', 'bad'])[1 + n / 10 % 3] end
    from (select n, abs(hashint4(n)) % 500 as page from generate_series(0, $3::int - 1) n) numbered
  )
  insert into site_event_day (site_id, day, events) values ($1, $2::date, $3::int)`
