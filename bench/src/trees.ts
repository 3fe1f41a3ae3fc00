import type { Request } from 'autocannon'
import { z } from 'zod'
import type { Group } from './compare.ts'
import type { FilledSpace } from './data.ts'
import type { Load } from './load.ts'
import { type Asker, atService, type Kind, sendToService, targetOf } from './requests.ts'
import type { Target } from './rounds.ts'
import { pageText } from './words.ts'

/** A space and who reads and changes it. */
interface Tree extends Asker, FilledSpace {}

const spaceOf = ({ id }: Tree) => `/v1/spaces/${id}`
const read = (name: string, operation: string, path: (on: Tree) => string): Kind<Tree> => ({
  name: `content: ${name}`,
  connections: [1],
  load: (on) => atService(on, operation, `${spaceOf(on)}/content/${path(on)}`),
})

interface TreeKind extends Kind<Tree> {
  /** What it costs in the largest tree, at most, over what it costs in the smallest. */
  atMost?: number
}

/** What is done in trees of several sizes. */
export const treeKinds: TreeKind[] = [
  read('the page tree', 'listPages', () => 'pages'),
  { ...read('a page by its id', 'getPageById', ({ leaf }) => `page/${leaf.id}`), atMost: 1.5, isOneRow: true },
  {
    ...read('a page by its path', 'getPageByPath', ({ leaf }) => `path/${encodeURIComponent(leaf.path)}`),
    atMost: 1.5,
    isOneRow: true,
  },
  { name: 'content: a change of one page', connections: [1], load: changing, atMost: 1.5 },
  { name: 'content: a merge of one page', connections: [1], load: merging, atLeastSeconds: 1.5, atMost: 1.5 },
]

const Made = z.object({ id: z.string() })
const Merged = z.object({ result: z.literal('merge') })
/** Texts are never the same again, in this process. */
let written = 1_000_000
const changeOf = (pages: string[]) => {
  const page = pages[written % pages.length]
  return { changes: [{ operation: 'update_page', page, document: { markdown: pageText(written++) } }] }
}

/** Changes page after page of a change request that was made for the round. */
function changing(on: Tree): Target['load'] {
  return async (connections, seconds, signal) => {
    const send = sendToService(on, signal)
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
 * Merges change requests of one page. Each is made before the one ahead of it is merged, so the live content has always
 * moved on. Only the merges are timed.
 */
function merging(on: Tree): Target['load'] {
  const requests = `${spaceOf(on)}/change-requests`
  return async (_connections, seconds, signal) => {
    const send = sendToService(on, signal)
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

/** The same work in trees of several sizes, smallest first. */
export function treeGroup(kinds: TreeKind[], trees: Tree[]): Group {
  return {
    title: 'at content, one connection',
    columns: trees.map(({ pages }) => `${pages.length} pages`),
    comparisons: kinds.map((kind) => ({
      name: kind.name,
      targets: trees.map((tree) => ({ ...targetOf(kind, tree), name: `${kind.name}, ${tree.pages.length} pages` })),
      ...(kind.atMost !== undefined && { atMost: kind.atMost }),
    })),
    note: 'A merge meets a main line that moved on since its change request began; only the merge itself is timed.',
  }
}
