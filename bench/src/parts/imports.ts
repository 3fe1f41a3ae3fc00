import { setInterval, setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { createOrganization } from '../data/pages.ts'
import { serviceClient } from '../load/workloads.ts'
import { createMeter, type MeteredProcess } from '../meter.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'
import type { Quire } from '../system.ts'

/** One round for many pages: their import takes long enough, and so does the indexing after it. */
const roundsOf = (pages: number) => (pages > 1000 ? 1 : 3)
const warmUpPages = 1000
/** Fewer pages for the formats that are converted, which take longer. */
const convertedPages = 200
const pollEveryMs = 20

const Made = z.object({ id: z.string() })
const Imported = z.object({ importedResources: z.number() })

interface ImportSetup extends Measuring {
  organization: string
  /** Content's process. */
  process: MeteredProcess
}

/** An import by its path at the server of archives. */
interface ImportKind {
  name: string
  path: string
  source: string
}

interface ImportTimes {
  perSecond: number
  /** The slowest answer of content's health check during the import. Its event loop was never blocked for longer. */
  slowestMs: number
  /** Content's resident memory at its highest. */
  peakMb: number
  /** The part of it that the import added. */
  growthMb: number
}

/** Imports pages of 2 kB in several formats into new spaces, and measures the cost at content. */
export const imports: Part<Measuring> = {
  name: 'content: imports',
  targets: [],
  async measure(on) {
    const process = on.quire.processes.find(({ name }) => name === 'content')
    if (!process) throw new Error('content does not run')
    const importing = { ...on, process, organization: await createOrganization(on, 'Imported') }
    return { figures: new Map(), details: await importTable(importing, on.options.largeSpacePages) }
  },
}

async function importTable(importing: ImportSetup, pages: number): Promise<string> {
  const some = Math.min(pages, convertedPages)
  const kinds: ImportKind[] = [
    { name: 'without links', path: `${pages}.zip`, source: 'zip' },
    { name: 'with three links on each', path: `${pages}-linked.zip`, source: 'zip' },
    { name: `a wiki of ${some}`, path: `${some}-wiki.zip`, source: 'github-wiki' },
    { name: `HTML in an archive of ${some}`, path: `${some}-html.zip`, source: 'zip' },
    { name: `documents of Word in an archive of ${some}`, path: `${some}-docx.zip`, source: 'zip' },
    { name: `a website of ${some}`, path: `site-${some}/`, source: 'website' },
  ]
  const rounds = roundsOf(pages)
  const took = new Map(kinds.map(({ name }): [string, ImportTimes[]] => [name, []]))
  await importOnce(importing, { path: `${warmUpPages}-linked.zip`, source: 'zip' })
  for (let round = 1; round <= rounds; round += 1) {
    for (const kind of kinds) took.get(kind.name)?.push(await importOnce(importing, kind))
  }
  const rows = [...took].map(([name, all]) => {
    const of = (what: keyof ImportTimes) => rounded(median(all.map((one) => one[what])))
    return [name, of('perSecond'), of('slowestMs'), of('peakMb'), of('growthMb')]
  })
  const head = [`import of ${pages} pages, at content`, 'pages/s', 'slowest answer ms', 'peak MB', 'growth MB']
  return `${table(head, rows)}\n\nMedians of ${rounds} rounds, each into a new space after the earlier imports are indexed.`
}

async function importOnce(
  { organization, process, archives, signal, ...caller }: ImportSetup,
  { path, source }: Omit<ImportKind, 'name'>,
): Promise<ImportTimes> {
  const send = serviceClient(caller, signal)
  const url = `${archives}/${path}`
  // An import waits 30 s for its archive; a large one may take longer to make.
  await (await fetch(url, { signal })).arrayBuffer()
  const { id } = Made.parse(await send('createSpace', `/v1/orgs/${organization}/spaces`, { title: path }))
  await waitUntilIndexed(caller.quire, signal)
  using seen = watchProcess(process, caller.quire.services.content.url)
  const started = performance.now()
  const { importedResources } = Imported.parse(
    await send('importContent', `/v1/spaces/${id}/content/import`, { url, source }),
  )
  const perSecond = importedResources / ((performance.now() - started) / 1000)
  return { perSecond, ...seen.figures() }
}

/** Waits until earlier imports are indexed, by content and by ai. */
async function waitUntilIndexed({ services }: Quire, signal: AbortSignal): Promise<void> {
  const waiting = [
    [services.content.url, /^quire_search_spaces\{state="waiting"[^}]*\} (\d+)$/m],
    [services.ai.url, /^quire_index_spaces\{state="waiting"[^}]*\} (\d+)$/m],
  ] as const
  for (const [url, gauge] of waiting) {
    while ((await metricsOf(url, signal)).match(gauge)?.[1] !== '0')
      await setTimeout(pollEveryMs, undefined, { signal })
  }
}

const metricsOf = async (url: string, signal?: AbortSignal) => (await fetch(`${url}/metrics`, { signal })).text()

/** Polls the memory and the health check of a service until it is disposed. */
function watchProcess(process: MeteredProcess, url: string) {
  const meter = createMeter([process])
  const resident = () => meter.memory()[0]?.megabytes ?? Number.NaN
  const before = resident()
  let [peakMb, slowestMs] = [before, 0]
  const stopping = new AbortController()
  const { signal } = stopping
  const look = async () => {
    for await (const _ of setInterval(pollEveryMs, undefined, { signal })) {
      const asked = performance.now()
      await (await fetch(`${url}/healthz`, { signal })).arrayBuffer()
      slowestMs = Math.max(slowestMs, performance.now() - asked)
      peakMb = Math.max(peakMb, resident())
    }
  }
  void look().catch(() => undefined)
  return {
    figures: () => ({
      slowestMs,
      peakMb: Math.max(peakMb, resident()),
      growthMb: Math.max(peakMb, resident()) - before,
    }),
    [Symbol.dispose]: () => stopping.abort(),
  }
}
