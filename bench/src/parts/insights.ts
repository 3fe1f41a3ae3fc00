import { createPartitions } from '@quire/sites/event-partitions'
import { keepUp } from '@quire/sites/insights-upkeep'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createOrganization } from '../data/pages.ts'
import { makeEmptySite } from '../data/sites.ts'
import { expectSuccess } from '../load/client.ts'
import { repeat } from '../load/load.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'

const events = 10_000_000
const days = 365
const eventsOfRequest = 10
const [strands, seconds, rounds] = [16, 5, 5]
const [taking, aggregating] = ['events taken', 'a year of 10 million events aggregated']

/** Measures how fast events of a site are stored, and how fast those of a year are counted. */
export const insights: Part<Measuring> = {
  name: 'insights',
  targets: [
    { name: taking, unit: 'a second', min: 1000 },
    { name: aggregating, unit: 'ms, the slowest of the usual queries', max: 1000 },
  ],
  async measure(on) {
    const site = `/v1/orgs/${await makeEmptySite(on, await createOrganization(on, 'Counted'))}/insights`
    const single = await takenPerSecond(on, `${site}/events`, 1)
    const taken = await takenPerSecond(on, `${site}/events`, eventsOfRequest)
    const siteId = site.split('/').at(-2) ?? ''
    on.say(`${events} events are made`)
    const madeSeconds = await makeYear(on, siteId)
    const usual = await aggregated(on, site, queries)
    const others = await aggregated(on, site, unusual)
    const rows = [...usual, ...others].map(({ name, ms }) => [name, rounded(ms)])
    const took = table(
      ['events, through the gateway, 16 connections', 'a second'],
      [
        ['one in a request', rounded(single)],
        [`${eventsOfRequest} in a request`, rounded(taken)],
      ],
    )
    const note = `The job took ${rounded(madeSeconds)} s for the sums of one day. Medians of ${rounds}.`
    return {
      figures: new Map([
        [taking, taken],
        [aggregating, Math.max(...usual.map(({ ms }) => ms))],
      ]),
      details: `${took}\n\n${table(['a year of 10 million events', 'ms'], rows)}\n\n${note}`,
    }
  },
}

async function takenPerSecond({ send, signal }: Measuring, path: string, size: number): Promise<number> {
  let sent = 0
  const load = await repeat(
    async () => {
      const some = Array.from({ length: size }, () => eventOf(sent++))
      await expectSuccess(send('POST', path, { events: some }))
    },
    strands,
    seconds,
    signal,
  )
  if (load.failed > 0) throw new Error(`${load.failed} requests failed: ${load.problem}`)
  return (load.answered * size) / load.seconds
}

const eventOf = (number: number) => ({
  type: 'page_view',
  session: {
    ...{ visitorId: `visitor ${number % 5000}`, sessionId: `session ${number % 5000}`, cookies: {}, referrer: null },
    ...{ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0.0.0 Safari/537.36', language: 'en' },
  },
  location: {
    ...{ url: `https://docs.example.com/page-${number % 500}`, siteSection: null, siteSpace: 'one' },
    ...{ siteShareKey: null, space: 'manual', revision: null, page: `page-${number % 500}` },
  },
})

/** Stores a year of events in the database, with their sums; returns the seconds that those of one day took. */
async function makeYear({ quire, say, signal }: Measuring, siteId: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: quire.services.sites.databaseUrl })
  const sql = new Kysely<never>({ dialect: new PostgresDialect({ pool }) }) as unknown as Parameters<typeof keepUp>[0]
  try {
    const today = new Date()
    const dayBefore = (count: number) => new Date(today.getTime() - count * 86_400_000).toISOString().slice(0, 10)
    const all = Array.from({ length: days }, (_, at) => dayBefore(days - at))
    await createPartitions(sql, all)
    for (const day of all) await pool.query(insertDay, [siteId, day, Math.round(events / days)])
    const last = all.at(-1)
    await pool.query('update site_event_progress set rolled_until = $1', [last])
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

const metrics = ['eventsCount', 'visitorsCount', 'sessionsCount'].map((column) => ({ column }))
const views = [{ column: 'eventType', values: ['page_view'] }]
const by = (...columns: string[]) => [...columns.map((column) => ({ column })), ...metrics]
const order = { by: { column: 'eventsCount' }, direction: 'desc' }

const queries: Record<string, object> = {
  'visitors, sessions and views': { select: metrics, where: views },
  'by day': { select: [{ column: 'datetime', interval: 'day' }, ...metrics], where: views },
  'by month and type': { select: [{ column: 'datetime', interval: 'month' }, ...by('eventType')] },
  'the most read pages': { select: by('page'), where: views, order, limit: 100 },
  'the most frequent searches': { select: by('eventSearchQuery'), order, limit: 100 },
  'ratings of pages': { select: [{ column: 'page' }, { column: 'pageFeedbackRating' }], limit: 1000 },
  'by country, of one site space': {
    select: by('visitorGeoCountry'),
    where: [...views, { column: 'siteSpace', values: ['space-1'] }],
  },
  'by hour': { select: [{ column: 'datetime', interval: 'hour' }, { column: 'eventsCount' }] },
}
/** No sums of days answer this: the events themselves are read. */
const unusual: Record<string, object> = {
  'of a month: pages by browser, from events': {
    range: 'last30Days',
    select: [{ column: 'page' }, { column: 'visitorBrowser' }, { column: 'eventsCount' }],
  },
}

async function aggregated({ send, signal }: Measuring, site: string, asked: Record<string, object>) {
  const results: { name: string; ms: number }[] = []
  for (const [name, query] of Object.entries(asked)) {
    const took: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted()
      const begun = performance.now()
      await expectSuccess(send('POST', `${site}/events/aggregate`, { range: 'lastYear', ...query }))
      took.push(performance.now() - begun)
    }
    results.push({ name, ms: median(took) })
  }
  return results
}
