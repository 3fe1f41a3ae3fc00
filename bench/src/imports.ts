import { setInterval, setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { createMeter, type MeteredProcess } from './meter.ts'
import { type Asker, sendToService } from './requests.ts'
import { median } from './summary.ts'
import { rounded, table } from './table.ts'

export const importsName = 'content: imports'

/** One import of many pages is a long time by itself, and so is the indexing after it. */
const roundsOf = (pages: number) => (pages > 1000 ? 1 : 3)
const warmUpPages = 1000
/** What is converted takes longer for each page. */
const convertedPages = 200
const lookEveryMs = 20

const Made = z.object({ id: z.string() })
const Imported = z.object({ importedResources: z.number() })

interface ImportSetup {
  asking: Asker
  organization: string
  /** Content's process. */
  process: MeteredProcess
  /** Where archives are fetched from. */
  archives: string
  pages: number
  signal: AbortSignal
}

/** What is imported, as the server of archives names it. */
interface ImportKind {
  name: string
  path: string
  source: string
}

interface ImportTimes {
  perSecond: number
  /** The longest that content took meanwhile to say that it is alive: its event loop stood still no longer. */
  slowestMs: number
  /** Content's resident memory at its highest. */
  peakMb: number
  /** How much of it was added by the import. */
  growthMb: number
}

/** Imports pages of 2 kB into new spaces, with links between them and without, and says what that cost content. */
export async function measureImports(importing: ImportSetup): Promise<string> {
  const some = Math.min(importing.pages, convertedPages)
  const kinds: ImportKind[] = [
    { name: 'without links', path: `${importing.pages}.zip`, source: 'zip' },
    { name: 'with three links on each', path: `${importing.pages}-linked.zip`, source: 'zip' },
    { name: `a wiki of ${some}`, path: `${some}-wiki.zip`, source: 'github-wiki' },
    { name: `HTML in an archive of ${some}`, path: `${some}-html.zip`, source: 'zip' },
    { name: `documents of Word in an archive of ${some}`, path: `${some}-docx.zip`, source: 'zip' },
    { name: `a website of ${some}`, path: `site-${some}/`, source: 'website' },
  ]
  const rounds = roundsOf(importing.pages)
  const took = new Map(kinds.map(({ name }): [string, ImportTimes[]] => [name, []]))
  await once(importing, { path: `${warmUpPages}-linked.zip`, source: 'zip' })
  for (let round = 1; round <= rounds; round += 1) {
    for (const kind of kinds) took.get(kind.name)?.push(await once(importing, kind))
  }
  const rows = [...took].map(([name, all]) => {
    const of = (what: keyof ImportTimes) => rounded(median(all.map((one) => one[what])))
    return [name, of('perSecond'), of('slowestMs'), of('peakMb'), of('growthMb')]
  })
  const head = [
    `import of ${importing.pages} pages, at content`,
    'pages/s',
    'slowest answer ms',
    'peak MB',
    'growth MB',
  ]
  return `${table(head, rows)}\n\nMedians of ${rounds} rounds, each into a new space once what came before is indexed.`
}

async function once(
  { asking, organization, process, archives, signal }: ImportSetup,
  { path, source }: Omit<ImportKind, 'name'>,
): Promise<ImportTimes> {
  const send = sendToService(asking, signal)
  const url = `${archives}/${path}`
  // An import waits 30 s for its archive; a large one may take longer to make.
  await (await fetch(url, { signal })).arrayBuffer()
  const { id } = Made.parse(await send('createSpace', `/v1/orgs/${organization}/spaces`, { title: path }))
  await untilIndexed(asking, signal)
  using seen = watching(process, asking.quire.services.content.url)
  const started = performance.now()
  const { importedResources } = Imported.parse(
    await send('importContent', `/v1/spaces/${id}/content/import`, { url, source }),
  )
  const perSecond = importedResources / ((performance.now() - started) / 1000)
  return { perSecond, ...seen.figures() }
}

/** Waits until earlier imports are indexed: content and ai rest. */
async function untilIndexed({ quire: { services } }: Asker, signal: AbortSignal): Promise<void> {
  const waiting = [
    [services.content.url, /^quire_search_spaces\{state="waiting"[^}]*\} (\d+)$/m],
    [services.ai.url, /^quire_index_spaces\{state="waiting"[^}]*\} (\d+)$/m],
  ] as const
  for (const [url, gauge] of waiting) {
    while ((await metricsOf(url, signal)).match(gauge)?.[1] !== '0')
      await setTimeout(lookEveryMs, undefined, { signal })
  }
}

const metricsOf = async (url: string, signal?: AbortSignal) => (await fetch(`${url}/metrics`, { signal })).text()

/** Looks at a service until it is disposed: how much memory it takes, and how soon it answers. */
function watching(process: MeteredProcess, url: string) {
  const meter = createMeter([process])
  const resident = () => meter.memory()[0]?.megabytes ?? Number.NaN
  const before = resident()
  let [peakMb, slowestMs] = [before, 0]
  const stopping = new AbortController()
  const { signal } = stopping
  const look = async () => {
    for await (const _ of setInterval(lookEveryMs, undefined, { signal })) {
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
