import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { must } from '../api.ts'
import { startFloors } from '../floors.ts'
import { createMeter } from '../meter.ts'
import { targetOf } from '../requests.ts'
import { measureAll } from '../rounds.ts'
import { type PublishedSite, pageKind, resolveKind, visitOf } from '../sites.ts'
import { median, summarise } from '../summary.ts'
import { ratioTable } from '../table.ts'
import type { Part } from './goal.ts'
import type { Measuring } from './measuring.ts'

const connections = [1, 32]
const rounds = 5
const roundSeconds = 1.5
/** Around the page of median length, so that no single page decides. */
const pagesAround = 7
const renderings = 12
const kept = pageKind('').name
const resolved = resolveKind('').name
const rendered = 'a page of the corpus of about median length, rendered anew'
const transfer = 'the median page with its styles and script, compressed'

/** What readers of a published site wait for. */
export const publishedPages: Part<Measuring> = {
  name: 'published pages',
  goals: [
    { name: kept, unit: 'of (c), 32 connections', atLeast: 0.5 },
    { name: resolved, unit: 'of (b), 32 connections', atLeast: 0.1 },
    { name: rendered, unit: 'ms of the processor, all servers', atMost: 15 },
    { name: transfer, unit: 'kB', atMost: 120 },
  ],
  async measure(on) {
    const { small } = await on.prepared.sites()
    const pages = await pagesAroundMedian(on)
    const page = pages[Math.floor(pages.length / 2)] ?? ''
    const { share, details } = await sharesOf(on, small, page)
    const renderedMs = await renderAll(on, small, pages)
    const ofSites = `Of a page rendered anew the service of sites takes ${renderedMs.sites.toFixed(1)} ms.`
    const bytes = await wholeTransfer(`${on.quire.gateway}${small.path}/${page}`)
    const figures = new Map([...share, [rendered, renderedMs.all], [transfer, bytes / 1000]])
    return { figures, details: `${details}\n\n${ofSites}` }
  },
}

/** Each as a share of its floor, measured in the same rounds. */
async function sharesOf(on: Measuring, site: PublishedSite, page: string) {
  const { quire, prepared, signal, say } = on
  const [spaceId = ''] = prepared.organization.spaces
  const floors = await startFloors({ ...on, spaceId, lists: {} })
  try {
    const work = [pageKind(page), resolveKind(page)].map((kind) => targetOf(kind, site))
    const meter = createMeter([...quire.processes, ...floors.processes])
    const plan = { rounds, roundSeconds, connections, meter, signal, report: say }
    const summaries = (await measureAll([...floors.targets, ...work], plan)).map(summarise)
    const rate = (isOne: (one: (typeof summaries)[number]) => boolean) =>
      summaries.find((one) => one.connections === connections.at(-1) && one.failed === 0 && isOne(one))?.perSecond ??
      Number.NaN
    const share = (name: string, floor: string): [string, number] => [
      name,
      rate((one) => one.name === name) / rate((one) => one.floor === floor),
    ]
    return { share: [share(kept, 'c'), share(resolved, 'b')], details: ratioTable(summaries) }
  } finally {
    await floors.stop()
  }
}

/** Whatever names the site in its pages makes all of them be rendered anew. */
async function renderAll({ quire, send, signal }: Measuring, site: PublishedSite, pages: string[]) {
  const meter = createMeter(quire.processes)
  const ofSites = createMeter(quire.processes.filter(({ name }) => name === 'sites'))
  const took = { all: [] as number[], sites: [] as number[] }
  for (let time = 1; time <= renderings; time += 1) {
    const path = `/v1/orgs/${site.organization}/sites/${site.id}`
    await must(send('PATCH', path, { title: `The site ${time}` }))
    await meter.rested(5000, signal)
    const [before, beforeOfSites] = [meter.read(), ofSites.read()]
    for (const page of pages) await read(`${quire.gateway}${site.path}/${page}`)
    took.all.push(meter.since(before).cpuMs / pages.length)
    took.sites.push(ofSites.since(beforeOfSites).cpuMs / pages.length)
  }
  // The first ones are compiled meanwhile.
  return { all: median(took.all.slice(renderings / 3)), sites: median(took.sites.slice(renderings / 3)) }
}

const Page = z.object({ path: z.string(), markdown: z.string() })

/** The paths of pages, from the shorter to the longer; the one in the middle has the median length. */
export async function pagesAroundMedian({ send, prepared }: Pick<Measuring, 'send' | 'prepared'>): Promise<string[]> {
  const { id, pages } = await prepared.corpus()
  const read = await Promise.all(
    pages.map(async (page) => Page.parse(await must(send('GET', `/v1/spaces/${id}/content/page/${page}`)))),
  )
  const sorted = read.toSorted((one, other) => one.markdown.length - other.markdown.length).map(({ path }) => path)
  const from = Math.floor((sorted.length - pagesAround) / 2)
  return sorted.slice(from, from + pagesAround)
}

/** The bytes of a body as they came, compressed. */
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

/** The page and what it names of the site's own styles and scripts, in bytes. */
async function wholeTransfer(url: string): Promise<number> {
  const html = await (await fetch(url)).text()
  const parts = [...html.matchAll(/"(\/sites\/-\/[^"]+\.(?:css|js|mjs))"/g)].map(([, path = '']) => path)
  const bodies = await Promise.all([url, ...new Set(parts.map((path) => new URL(path, url).href))].map(read))
  return bodies.reduce((sum, { length }) => sum + length, 0)
}
