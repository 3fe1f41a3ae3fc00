import { LRUCache } from 'lru-cache'
import { getMany } from '../trees/read.ts'
import type { NodeStore } from '../trees/store.ts'
import type { PageEntry, Roots } from './entries.ts'

/** Paths of pages by the root of their tree and their id. A root names its content, so nothing here goes stale. */
export type PagePathCache = LRUCache<string, string>

/** About what a path takes, beside its text. */
const bytesOfPath = 300

export const createPagePathCache = (maxSize = 16 << 20): PagePathCache =>
  new LRUCache({ maxSize, sizeCalculation: (path) => bytesOfPath + path.length })

/** The paths of those of these pages that there are, by id; one load a level for those that are not in memory. */
export async function pagePaths(
  nodes: NodeStore,
  cache: PagePathCache,
  root: Roots['pages'],
  ids: readonly string[],
): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  const missing: string[] = []
  for (const id of ids) {
    const path = cache.get(root + id)
    if (path === undefined) missing.push(id)
    else paths.set(id, path)
  }
  if (missing.length === 0) return paths
  for (const [id, path] of await readPaths(nodes, root, missing)) {
    cache.set(root + id, path)
    paths.set(id, path)
  }
  return paths
}

/** With the paths of the pages above them. */
async function readPaths(nodes: NodeStore, root: Roots['pages'], ids: readonly string[]): Promise<Map<string, string>> {
  const known = new Map<string, PageEntry>()
  for (let wanted = new Set(ids); wanted.size > 0; ) {
    const found = await getMany(nodes, root, wanted)
    for (const [id, page] of found) known.set(id, page)
    const above = [...found.values()].flatMap(({ parent }) => (parent === null || known.has(parent) ? [] : [parent]))
    wanted = new Set(above)
  }
  const paths = new Map<string, string>()
  const pathOf = (id: string, { parent, slug }: PageEntry): string => {
    const path = paths.get(id)
    if (path !== undefined) return path
    const above = parent === null ? undefined : known.get(parent)
    if (parent !== null && !above) throw new Error(`Page ${parent} is missing above ${slug}`)
    const made = parent !== null && above ? `${pathOf(parent, above)}/${slug}` : slug
    paths.set(id, made)
    return made
  }
  for (const [id, page] of known) pathOf(id, page)
  return paths
}
