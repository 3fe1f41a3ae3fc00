import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Request } from 'autocannon'
import { createSpaces } from '../data/pages.ts'
import { type CorpusSite, makeCorpusSite, type PublishedSite } from '../data/sites.ts'
import { startFloors } from '../floors.ts'
import { expectSuccess } from '../load/client.ts'
import { fire } from '../load/load.ts'
import { measureAll, type Workload } from '../load/rounds.ts'
import { type Caller, type WorkloadKind, workloadOf } from '../load/workloads.ts'
import { createMeter } from '../meter.ts'
import type { Measuring, Part } from '../part.ts'
import { median, summarise } from '../report/report-summary.ts'
import { ratioTable } from '../report/report-table.ts'

const connections = 32
const renderings = 9

const withoutToken =
  ({ quire }: Caller, request: Request): Workload['load'] =>
  (...how) =>
    fire({ url: quire.gateway, requests: [request] }, ...how)

/** Accepts compressed answers, as a browser does. */
const visitOf = (path: string) => ({ path, headers: { 'accept-encoding': 'br' } })

/** Reads of a page that the service of sites has cached. */
export const pageKind = (page: string): WorkloadKind<PublishedSite> => ({
  name: 'a cached page of a published site',
  load: (on) => withoutToken(on, visitOf(`${on.path}/${page}`)),
})

/** The first request of a renderer of published sites. */
const resolveKind = (page: string): WorkloadKind<PublishedSite> => ({
  name: 'a public address resolved',
  load: (on) =>
    withoutToken(on, {
      method: 'POST',
      path: '/v1/urls/published',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${on.quire.gateway}${on.path}/${page}` }),
    }),
})

const cached = pageKind('').name
const resolved = resolveKind('').name
const rendered = 'a page of the corpus of about median length, rendered again'
const transfer = 'the median page with its styles and script, compressed'

/** Measures the requests of visitors of a published site. */
export const publishedPages: Part<Measuring> = {
  name: 'published pages',
  targets: [
    { name: cached, unit: 'of (c), 32 connections', min: 0.5 },
    { name: resolved, unit: 'of (b), 32 connections', min: 0.1 },
    { name: rendered, unit: 'ms of the processor, all servers', max: 15 },
    { name: transfer, unit: 'kB', max: 120 },
  ],
  async measure(on) {
    const corpus = await makeCorpusSite(on)
    const page = corpus.pages[Math.floor(corpus.pages.length / 2)] ?? ''
    const kinds = [
      { kind: pageKind(page), floor: 'c' },
      { kind: resolveKind(page), floor: 'b' },
    ]
    const { shares, details } = await sharesOf(on, corpus.site, kinds)
    const renderedMs = await renderAll(on, corpus)
    const ofSites = `Of a page rendered again the service of sites takes ${renderedMs.sites.toFixed(1)} ms.`
    const bytes = await transferredBytes(`${on.quire.gateway}${corpus.site.path}/${page}`)
    const figures = new Map([...shares, [rendered, renderedMs.all], [transfer, bytes / 1000]])
    return { figures, details: `${details}\n\n${ofSites}` }
  },
}

/** Returns the rate of each workload as a share of its floor's, measured in the same rounds. */
export async function sharesOf(
  on: Measuring,
  site: PublishedSite,
  kinds: { kind: WorkloadKind<PublishedSite>; floor: string }[],
) {
  const { options, quire, signal, say } = on
  const [spaceId = ''] = await createSpaces(on, site.organization, 1)
  await using floors = await startFloors(on, { spaceId, letters: ['b', 'c'] })
  const work = kinds.map(({ kind }) => workloadOf(kind, site))
  const meter = createMeter([...quire.processes, ...floors.processes])
  const plan = { ...options, connections: [connections], meter, signal, report: say }
  const summaries = (await measureAll([...floors.workloads, ...work], plan)).map(summarise)
  const rate = (isOne: (one: (typeof summaries)[number]) => boolean) =>
    summaries.find((one) => one.failed === 0 && isOne(one))?.perSecond ?? Number.NaN
  const shares = kinds.map(({ kind: { name }, floor }): [string, number] => [
    name,
    rate((one) => one.name === name) / rate((one) => one.floor === floor),
  ])
  return { shares, details: ratioTable(summaries) }
}

/** Renders the pages again and again: a new title of the site makes all cached pages stale. */
export async function renderAll({ quire, send, signal }: Measuring, { site, pages }: CorpusSite) {
  const meter = createMeter(quire.processes)
  const ofSites = createMeter(quire.processes.filter(({ name }) => name === 'sites'))
  const took = { all: [] as number[], sites: [] as number[] }
  for (let time = 1; time <= renderings; time += 1) {
    const path = `/v1/orgs/${site.organization}/sites/${site.id}`
    await expectSuccess(send('PATCH', path, { title: `The site ${time}` }))
    await meter.waitForRest(5000, signal)
    const [before, beforeOfSites] = [meter.read(), ofSites.read()]
    for (const page of pages) await read(`${quire.gateway}${site.path}/${page}`)
    took.all.push(meter.since(before).cpuMs / pages.length)
    took.sites.push(ofSites.since(beforeOfSites).cpuMs / pages.length)
  }
  // Code is compiled during the first ones.
  return { all: median(took.all.slice(renderings / 3)), sites: median(took.sites.slice(renderings / 3)) }
}

/** Returns the compressed bytes of a body. */
function read(url: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const { headers } = visitOf('')
  request(url, { headers }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
    buffer(answer).then(resolve, reject)
  })
    .once('error', reject)
    .end()
  return promise
}

/** Bytes of a page with its own styles and scripts. */
async function transferredBytes(url: string): Promise<number> {
  const html = await (await fetch(url)).text()
  const parts = [...html.matchAll(/"(\/sites\/-\/[^"]+\.(?:css|js|mjs))"/g)].map(([, path = '']) => path)
  const bodies = await Promise.all([url, ...new Set(parts.map((path) => new URL(path, url).href))].map(read))
  return bodies.reduce((sum, { length }) => sum + length, 0)
}
