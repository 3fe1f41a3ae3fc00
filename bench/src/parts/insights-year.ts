import { makeYear, yearEvents } from '../data/events.ts'
import { createOrganization } from '../data/pages.ts'
import { makeEmptySite } from '../data/sites.ts'
import { expectSuccess } from '../load/client.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'

const rounds = 5
const aggregating = 'a year of 10 million events aggregated'

/** Measures how fast the events of a year are counted. */
export const insightsYear: Part<Measuring> = {
  name: 'insights: a year of events',
  targets: [{ name: aggregating, unit: 'ms, the slowest of the usual queries', max: 1000 }],
  async measure(on) {
    const site = await makeEmptySite(on, await createOrganization(on, 'Counted'))
    on.say(`${yearEvents} events are made`)
    const madeSeconds = await makeYear(on, site.split('/').at(-1) ?? '')
    const usual = await aggregated(on, `/v1/orgs/${site}/insights`, queries)
    const others = await aggregated(on, `/v1/orgs/${site}/insights`, unusual)
    usual.push(await summarized(on, `/v1/orgs/${site}/insights`))
    const rows = [...usual, ...others].map(({ name, ms }) => [name, rounded(ms)])
    const note = `The job took ${rounded(madeSeconds)} s for the sums of one day. Medians of ${rounds}.`
    return {
      figures: new Map([[aggregating, Math.max(...usual.map(({ ms }) => ms))]]),
      details: `${table(['a year of 10 million events', 'ms'], rows)}\n\n${note}`,
    }
  },
}

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
  'by day and country': {
    select: [{ column: 'datetime', interval: 'day' }, ...by('visitorGeoCountry')],
    where: views,
    limit: 1000,
  },
  'by country': { select: by('visitorGeoCountry'), where: views },
  'by browser': { select: by('visitorBrowser'), where: views },
  'by system': { select: by('visitorOS'), where: views },
  'by device': { select: by('visitorDevice'), where: views },
  'browsers by system': { select: [{ column: 'visitorBrowser' }, { column: 'visitorOS' }, { column: 'eventsCount' }] },
  'browsers by system and device': { select: by('visitorBrowser', 'visitorOS', 'visitorDevice') },
  'by language': { select: by('visitorLanguage'), where: views },
  'by referring domain': { select: by('referrerDomain'), where: views, order },
  'by referring page': { select: by('referrer'), where: views, order, limit: 100 },
  'by address': { select: by('url'), where: views, order, limit: 100 },
  'by site space': { select: by('siteSpace'), where: views },
  'by week, one page': {
    select: [{ column: 'datetime', interval: 'week' }, ...metrics],
    where: [...views, { column: 'page', values: [{ page: 'page-7', space: 'manual' }] }],
  },
  'by hour': { select: [{ column: 'datetime', interval: 'hour' }, { column: 'eventsCount' }] },
}
/** No sums of days answer this: the events themselves are read. */
const unusual: Record<string, object> = {
  'of a month: pages by browser, from events': {
    range: 'last30Days',
    select: [{ column: 'page' }, { column: 'visitorBrowser' }, { column: 'eventsCount' }],
  },
  'of a month: pages by browser with visitors, from events': {
    range: 'last30Days',
    select: by('page', 'visitorBrowser'),
  },
  'of the year: countries by device, from events': {
    select: [{ column: 'visitorGeoCountry' }, { column: 'visitorDevice' }, { column: 'eventsCount' }],
  },
}

async function aggregated({ send, signal }: Measuring, site: string, asked: Record<string, object>) {
  const results: { name: string; ms: number }[] = []
  for (const [name, query] of Object.entries(asked)) {
    const ask = () => send('POST', `${site}/events/aggregate`, { range: 'lastYear', ...query })
    results.push({ name, ms: await tookMs(ask, signal) })
  }
  return results
}

const summarized = async ({ send, signal }: Measuring, site: string) => ({
  name: 'the summary, with searches without result',
  ms: await tookMs(() => send('GET', `${site}/summary?range=lastYear`), signal),
})

/** Returns the median of some rounds, in milliseconds. */
async function tookMs(ask: () => ReturnType<Measuring['send']>, signal: AbortSignal): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted()
    const begun = performance.now()
    await expectSuccess(ask())
    took.push(performance.now() - begun)
  }
  return median(took)
}
