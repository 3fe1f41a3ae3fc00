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
    const site = await makeEmptySite(on, await createOrganization(on, 'Counted'))
    const path = `/v1/orgs/${site}/insights/events`
    const taken = {
      [single]: await takenPerSecond(on, path, 1),
      [batched]: await takenPerSecond(on, path, eventsOfRequest),
    }
    const rows = Object.entries(taken).map(([name, { perSecond, cpuMs }]) => [name, rounded(perSecond), rounded(cpuMs)])
    return {
      figures: new Map(Object.entries(taken).map(([name, { perSecond }]) => [name, perSecond])),
      details: table(
        [`through the gateway, ${connections} connections`, 'a second', 'CPU ms of all servers for each'],
        rows,
      ),
    }
  },
}

/** Returns the medians of some rounds, after one that warms up. */
async function takenPerSecond({ quire, token, signal }: Measuring, path: string, size: number) {
  const meter = createMeter(quire.processes)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const requests = Array.from({ length: 500 }, (_, at) => {
    const events = Array.from({ length: size }, (_, number) => eventOf(at * size + number))
    return { method: 'POST' as const, path, headers, body: JSON.stringify({ events }) }
  })
  const measured: { perSecond: number; cpuMs: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const before = meter.read()
    const load = await fire({ url: quire.gateway, requests }, connections, seconds, signal)
    if (load.failed > 0) throw new Error(`${load.failed} requests failed`)
    const events = load.answered * size
    if (round > 0) measured.push({ perSecond: events / load.seconds, cpuMs: meter.since(before).cpuMs / events })
  }
  return {
    perSecond: median(measured.map((one) => one.perSecond)),
    cpuMs: median(measured.map((one) => one.cpuMs)),
  }
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
