import { LRUCache } from 'lru-cache'
import type { NodeStore } from '../trees/tree-nodes.ts'
import { getMany } from '../trees/tree-reads.ts'
import type { PageEntry, Roots } from './revision-entries.ts'

/**
 * Paths of pages by the root of their tree and their id. A root identifies its content, so entries never become stale.
 */
export type PagePathCache = LRUCache<string, string>

/** Approximate size of a cached path besides its text. */
const bytesOfPath = 300

export const createPagePathCache = (maxSize = 16 << 20): PagePathCache =>
  new LRUCache({ maxSize, sizeCalculation: (path) => bytesOfPath + path.length })

/** Returns the paths of the existing pages, by id. One load per level for the paths that are not cached. */
export async function loadPagePaths(
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

/** Reads the paths of pages and of their ancestors. */
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
    const computed = parent !== null && above ? `${pathOf(parent, above)}/${slug}` : slug
    paths.set(id, computed)
    return computed
  }
  for (const [id, page] of known) pathOf(id, page)
  return paths
}
