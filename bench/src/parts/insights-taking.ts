import { createOrganization } from '../data/pages.ts'
import { makeEmptySite } from '../data/sites.ts'
import { fire } from '../load/load.ts'
import { createMeter } from '../meter.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'

const eventsOfRequest = 10
const [connections, seconds, rounds] = [16, 3, 5]
const [single, batched] = ['events taken, one in a request', 'events taken, 10 in a request']

/** Measures how fast events of a site are stored. */
export const insightsTaking: Part<Measuring> = {
  name: 'insights: events taken',
  targets: [
    { name: single, unit: 'a second', min: 1000 },
    { name: batched, unit: 'a second', min: 1000 },
  ],
  async measure(on) {
    const site = `/v1/orgs/${await makeEmptySite(on, await createOrganization(on, 'Counted'))}`
    const measured = {
      'the site read, for comparison': await perSecond(on, [{ method: 'GET', path: site }]),
      [single]: await perSecond(on, eventsOf(`${site}/insights/events`, 1), 1),
      [batched]: await perSecond(on, eventsOf(`${site}/insights/events`, eventsOfRequest), eventsOfRequest),
    }
    const rows = Object.entries(measured).map(([name, { rate, cpuMs }]) => [name, rounded(rate), rounded(cpuMs)])
    return {
      figures: new Map([single, batched].map((name) => [name, measured[name]?.rate ?? Number.NaN])),
      details: table(
        [`through the gateway, ${connections} connections`, 'a second', 'CPU ms of all servers for each'],
        rows,
      ),
    }
  },
}

type Sent = Parameters<typeof fire>[0]['requests'][number]

/** Returns requests with so many events each, of different visitors and pages. */
const eventsOf = (path: string, size: number): Sent[] =>
  Array.from({ length: 500 }, (_, at) => {
    const events = Array.from({ length: size }, (_, number) => eventOf(at * size + number))
    return { method: 'POST' as const, path, body: JSON.stringify({ events }) }
  })

/** Returns the medians of some rounds, after one that warms up; `size` events are in a request. */
async function perSecond({ quire, token, signal }: Measuring, sent: Sent[], size = 1) {
  const meter = createMeter(quire.processes)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const requests = sent.map((one) => ({ ...one, headers }))
  const measured: { rate: number; cpuMs: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const before = meter.read()
    const load = await fire({ url: quire.gateway, requests }, connections, seconds, signal)
    if (load.failed > 0) throw new Error(`${load.failed} requests failed`)
    const count = load.answered * size
    if (round > 0) measured.push({ rate: count / load.seconds, cpuMs: meter.since(before).cpuMs / count })
  }
  return { rate: median(measured.map(({ rate }) => rate)), cpuMs: median(measured.map(({ cpuMs }) => cpuMs)) }
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
