import type { Request } from 'autocannon'
import { z } from 'zod'
import { pageText } from '../data/generated-text.ts'
import { createOrganization, createSpaces, type FilledSpace, importSpace } from '../data/pages.ts'
import { startFloors } from '../floors.ts'
import { createClient, expectSuccess } from '../load/client.ts'
import { measureAll, type Workload } from '../load/rounds.ts'
import { atService, type Caller, throughGateway, type WorkloadKind, workloadOf } from '../load/workloads.ts'
import { createMeter } from '../meter.ts'
import type { Measuring, Part } from '../part.ts'
import { conditionsOf, floorComparison, memoryTable } from '../report/report.ts'
import { type Summary, summarise } from '../report/report-summary.ts'
import { mergeTable, mergeWorkload } from './merging.ts'

/** An organization with the spaces that the requests read and change. */
interface ContentData extends Caller {
  organization: string
  /** Empty spaces, more than a list has on one page. */
  spaces: string[]
  /** 1,000 pages to read and search. */
  library: FilledSpace
  /** 100 pages each, one space for each writer. */
  small: FilledSpace[]
}

const spaceOf = ({ library }: ContentData) => `/v1/spaces/${library.id}`
const pageOf = (on: ContentData) => `${spaceOf(on)}/content/page/${on.library.leaf.id}`

/** Requests to content through the gateway, and some at the service itself. */
const contentKinds: WorkloadKind<ContentData>[] = [
  { name: 'a space', load: (on) => throughGateway(on, [{ path: spaceOf(on) }]) },
  { name: 'a space, at its service', load: (on) => atService(on, 'getSpaceById', spaceOf(on)) },
  { name: 'a page with its markdown', load: (on) => throughGateway(on, [{ path: pageOf(on) }]) },
  { name: 'a page with its markdown, at its service', load: (on) => atService(on, 'getPageById', pageOf(on)) },
  {
    name: 'a list of 50 spaces',
    answers: 'spaces',
    load: (on) => throughGateway(on, [{ path: `/v1/orgs/${on.organization}/spaces?limit=50` }]),
  },
  {
    name: 'a search in 1,000 pages',
    load: (on) =>
      throughGateway(
        on,
        searches.map((query) => ({ path: `${spaceOf(on)}/search?query=${encodeURIComponent(query)}` })),
      ),
    minSeconds: 4,
  },
  { name: 'a comment, all on one space', load: (on) => throughGateway(on, [commentOn(on.library.id)]) },
  { name: 'a comment, on 60 spaces in turn', load: (on) => throughGateway(on, on.spaces.map(commentOn)) },
  { name: 'the content of a page changed', load: changing },
]

const searches = ['database migration', 'webhook timeout', 'search ranking of pages', 'zone', 'who may publish a site']

function commentOn(space: string): Request {
  return {
    method: 'POST',
    path: `/v1/spaces/${space}/comments`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: { markdown: 'The second step needs the *new* name of the option.' } }),
  }
}

const Made = z.object({ id: z.string() })
let written = 2_000_000

/** Each connection changes page after page of a change request of its own, in the small spaces. */
function changing(on: ContentData): Workload['load'] {
  return async (connections, seconds, signal) => {
    const send = createClient(on.quire.gateway, signal, { authorization: `Bearer ${on.token}` })
    const begin = async ({ id, pages }: FilledSpace) => {
      const path = `/v1/spaces/${id}/change-requests`
      return { path: `${path}/${Made.parse(await expectSuccess(send('POST', path, {}))).id}/content`, pages }
    }
    const spaces = Array.from({ length: connections }, (_, at) => on.small[at % on.small.length] ?? on.library)
    const begun = await Promise.all(spaces.map(begin))
    let given = 0
    const request: Request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      setupRequest(sent, context) {
        const mine = context as { number?: number }
        mine.number ??= given++
        const { path, pages } = begun[mine.number % begun.length] ?? { path: '', pages: [] }
        const page = pages[written % pages.length]
        const changes = [{ operation: 'update_page', page, document: { markdown: pageText(written++) } }]
        return { ...sent, path, body: JSON.stringify({ changes }) }
      },
    }
    return throughGateway(on, [request])(connections, seconds, signal)
  }
}

const listedSpaces = 60
const libraryPages = 1000
const smallPages = 100
const smallSpaces = 8
const mergedSmall = { name: 'a change merged, 100 pages', connections: [1, smallSpaces] }
const mergedLarge = { name: 'a change merged, large space', connections: [1] }

/** The lowest shares of floor (c), which proxies as the gateway does, at the most connections. */
const minShares = {
  'a space': 0.45,
  'a page with its markdown': 0.3,
  'a list of 50 spaces': 0.5,
  'a comment, on 60 spaces in turn': 0.12,
  'the content of a page changed': 0.08,
  'a search in 1,000 pages': 0.15,
}

/** Measures requests to content beside the floors. */
export const requests: Part<Measuring> = {
  name: 'requests',
  workloads: [...contentKinds, mergedSmall, mergedLarge].map(({ name }) => name),
  targets: Object.entries(minShares).map(([name, min]) => ({ name, unit: 'of (c), 32 connections', min })),
  async measure(on) {
    const { options, quire, signal, say } = on
    const data = await makeData(on)
    const merging = options.targets ? [] : await mergeWorkloads(on, data)
    const kinds = contentKinds.filter(({ name }) => on.isSelected(name) && (!options.targets || name in minShares))
    const lists = { spaces: data.organization }
    const letters = options.targets ? (['c'] as const) : undefined
    await using floors = await startFloors(on, { spaceId: data.library.id, lists, ...(letters && { letters }) })
    say('waiting for the index')
    // A question is answered once everything before it is indexed.
    await expectSuccess(on.send('POST', `/v1/orgs/${data.organization}/ask`, { query: 'What is a webhook?' }))
    const meter = createMeter([...quire.processes, ...floors.processes])
    const connections = options.targets ? options.connections.slice(-1) : options.connections
    const plan = { ...options, connections, meter, signal, report: say }
    const work = kinds.map((kind): Workload => workloadOf(kind, data))
    const measured = await measureAll([...floors.workloads, ...work, ...merging], plan)
    const details = [
      conditionsOf(plan, measured),
      floorComparison(measured),
      ...(merging.length > 0 ? [mergeTable(measured, merging)] : []),
      ...(options.targets ? [] : [memoryTable(meter.memory())]),
    ]
    return { figures: sharesOf(measured.map(summarise)), details: details.join('\n\n') }
  },
}

async function makeData(on: Measuring): Promise<ContentData> {
  const organization = await createOrganization(on, 'Measured')
  const spaces = await createSpaces(on, organization, listedSpaces)
  const small = []
  while (small.length < smallSpaces) small.push(await importSpace(on, organization, `${smallPages}`))
  const library = await importSpace(on, organization, `${libraryPages}`)
  return { ...on, organization, spaces, small, library }
}

/** Merges in small spaces, one for each connection, and in a large one. */
async function mergeWorkloads(on: Measuring, { small }: ContentData) {
  const workloads = on.isSelected(mergedSmall.name) ? [mergeWorkload(mergedSmall, on.send, small)] : []
  if (!on.isSelected(mergedLarge.name)) return workloads
  // A search reads the index of its whole organization, and the library is searched as 1,000 pages.
  const organization = await createOrganization(on, 'Large')
  const large = await importSpace(on, organization, `${on.options.largeSpacePages}`)
  return [...workloads, mergeWorkload(mergedLarge, on.send, [large])]
}

/** The rate of each workload at the most connections, as a share of the floor that answers as much. */
function sharesOf(summaries: Summary[]): Map<string, number> {
  const most = Math.max(...summaries.map(({ connections }) => connections))
  const last = summaries.filter(({ connections }) => connections === most)
  const floorOf = ({ answers }: Summary) =>
    last.find((one) => one.floor === 'c' && one.answers === answers)?.perSecond ?? Number.NaN
  return new Map(last.map((one) => [one.name, one.failed > 0 ? Number.NaN : one.perSecond / floorOf(one)]))
}
