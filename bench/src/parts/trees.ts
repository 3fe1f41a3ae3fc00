import type { Request } from 'autocannon'
import { z } from 'zod'
import { pageText } from '../data/generated-text.ts'
import { createOrganization, type FilledSpace, importSpace } from '../data/pages.ts'
import type { Load } from '../load/load.ts'
import type { Workload } from '../load/rounds.ts'
import { atService, type Caller, serviceClient, type WorkloadKind, workloadOf } from '../load/workloads.ts'
import type { Measuring } from '../part.ts'
import type { ComparisonGroup } from '../report/compare-runs.ts'
import { comparisonPart } from './comparison.ts'

/** A space and the person who reads and changes it. */
interface Tree extends Caller, FilledSpace {}

const spaceOf = ({ id }: Tree) => `/v1/spaces/${id}`
const read = (name: string, operation: string, path: (on: Tree) => string): WorkloadKind<Tree> => ({
  name: `content: ${name}`,
  connections: [1],
  load: (on) => atService(on, operation, `${spaceOf(on)}/content/${path(on)}`),
})

const smallPages = 100
const mediumPages = 1000
const maxRatio = 1.5

/** Work that costs the same in a tree of any size. */
const boundedKinds: WorkloadKind<Tree>[] = [
  { ...read('a page by its id', 'getPageById', ({ leaf }) => `page/${leaf.id}`), isOneRow: true },
  {
    ...read('a page by its path', 'getPageByPath', ({ leaf }) => `path/${encodeURIComponent(leaf.path)}`),
    isOneRow: true,
  },
  { name: 'content: a change of one page', connections: [1], load: changing },
  { name: 'content: a merge of one page', connections: [1], load: merging, minSeconds: 1.5 },
]
/** Work whose cost grows with the pages that are read. */
const growingKinds = [read('the page tree', 'listPages', () => 'pages')]

/** Compares requests to spaces of a few pages and of many. */
export const trees = comparisonPart({
  name: 'content: spaces of 100 and 10,000 pages',
  workloads: [...growingKinds, ...boundedKinds].map(({ name }) => name),
  targets: boundedKinds.map(({ name }) => ({ name, unit: '10,000 pages over 100', max: maxRatio })),
  hasFloors: true,
  async groupOf(on) {
    const { targets, largeSpacePages } = on.options
    const organization = await createOrganization(on, 'Trees')
    const spaces: Tree[] = []
    for (const pages of new Set([smallPages, ...(targets ? [] : [mediumPages]), largeSpacePages]))
      spaces.push({ ...on, ...(await importSpace(on, organization, `${pages}`)) })
    return groupOf(on, targets ? boundedKinds : [...growingKinds, ...boundedKinds], spaces)
  },
})

const groupOf = (on: Measuring, kinds: WorkloadKind<Tree>[], spaces: Tree[]): ComparisonGroup => ({
  title: 'at content, one connection',
  columns: spaces.map(({ pages }) => `${pages.length} pages`),
  comparisons: kinds
    .filter(({ name }) => on.isSelected(name))
    .map((kind) => ({
      name: kind.name,
      workloads: spaces.map((tree) => ({
        ...workloadOf(kind, tree),
        name: `${kind.name}, ${tree.pages.length} pages`,
      })),
      ...(boundedKinds.includes(kind) && { max: maxRatio }),
    })),
  note: 'A merge meets a main line that moved on since its change request began; only the merge itself is timed.',
})

const Made = z.object({ id: z.string() })
const Merged = z.object({ result: z.literal('merge') })
/** No text is written twice in one process. */
let written = 1_000_000
const changeOf = (pages: string[]) => {
  const page = pages[written % pages.length]
  return { changes: [{ operation: 'update_page', page, document: { markdown: pageText(written++) } }] }
}

/** Changes page after page of a change request that is created for the round. */
function changing(on: Tree): Workload['load'] {
  return async (connections, seconds, signal) => {
    const send = serviceClient(on, signal)
    const requests = `${spaceOf(on)}/change-requests`
    const { id } = Made.parse(await send('createChangeRequest', requests, {}))
    const bodies = Array.from(
      { length: 500 },
      (): Request => ({ method: 'POST', body: JSON.stringify(changeOf(on.pages)) }),
    )
    const path = `${requests}/${id}/content`
    return atService(on, 'updateChangeRequestContent', path, bodies)(connections, seconds, signal)
  }
}

/**
 * Merges change requests of one page. Each is created before the one ahead of it is merged, so the live content has always
 * moved on. Only the merges are timed.
 */
function merging(on: Tree): Workload['load'] {
  const requests = `${spaceOf(on)}/change-requests`
  return async (_connections, seconds, signal) => {
    const send = serviceClient(on, signal)
    const begin = async () => {
      const { id } = Made.parse(await send('createChangeRequest', requests, {}))
      await send('updateChangeRequestContent', `${requests}/${id}/content`, changeOf(on.pages))
      return id
    }
    const latenciesMs: number[] = []
    const begun = performance.now()
    for (let next = await begin(); performance.now() - begun < seconds * 1000; ) {
      const merged = next
      next = await begin()
      const started = performance.now()
      Merged.parse(await send('mergeChangeRequest', `${requests}/${merged}/merge`))
      latenciesMs.push(performance.now() - started)
    }
    const load: Load = {
      answered: latenciesMs.length,
      failed: 0,
      seconds: (performance.now() - begun) / 1000,
      latenciesMs,
    }
    return load
  }
}
