import { LRUCache } from 'lru-cache'
import type { NodeStore } from '../trees/tree-nodes.ts'
import { getMany } from '../trees/tree-reads.ts'
import type { PageEntry, Roots } from './revision-entries.ts'

/** The place of a page in its tree. */
export interface PageLocation {
  path: string
  /** The titles of the pages and groups above it, from the top. */
  ancestors: readonly string[]
}

/**
 * Locations of pages by the root of their tree and their id. A root identifies its content, so entries never become
 * stale.
 */
export type PageLocationCache = LRUCache<string, PageLocation>

/** Approximate size of a cached location besides its path; the titles are shared among the pages below one another. */
const bytesOfLocation = 400

const maxLocationBytes = 16 * 1024 ** 2

export const createPageLocationCache = (): PageLocationCache =>
  new LRUCache({
    maxSize: maxLocationBytes,
    sizeCalculation: ({ path, ancestors }) => bytesOfLocation + path.length + 8 * ancestors.length,
  })

/** Returns the paths of the existing pages, by id. See `loadPageLocations`. */
export async function loadPagePaths(...from: Parameters<typeof loadPageLocations>): Promise<Map<string, string>> {
  return new Map([...(await loadPageLocations(...from))].map(([id, { path }]) => [id, path]))
}

/** Returns the locations of the existing pages, by id. One load per level for those that are not cached. */
export async function loadPageLocations(
  nodes: NodeStore,
  cache: PageLocationCache,
  root: Roots['pages'],
  ids: readonly string[],
): Promise<Map<string, PageLocation>> {
  const locations = new Map<string, PageLocation>()
  const missing: string[] = []
  for (const id of ids) {
    const location = cache.get(root + id)
    if (location === undefined) missing.push(id)
    else locations.set(id, location)
  }
  if (missing.length === 0) return locations
  for (const [id, location] of await readLocations(nodes, root, missing)) {
    cache.set(root + id, location)
    locations.set(id, location)
  }
  return locations
}

/** Reads the locations of pages and of their ancestors. */
async function readLocations(
  nodes: NodeStore,
  root: Roots['pages'],
  ids: readonly string[],
): Promise<Map<string, PageLocation>> {
  const known = new Map<string, PageEntry>()
  for (let wanted = new Set(ids); wanted.size > 0; ) {
    const found = await getMany(nodes, root, wanted)
    for (const [id, page] of found) known.set(id, page)
    const above = [...found.values()].flatMap(({ parent }) => (parent === null || known.has(parent) ? [] : [parent]))
    wanted = new Set(above)
  }
  const locations = new Map<string, PageLocation>()
  const locate = (id: string, { parent, slug }: PageEntry): PageLocation => {
    const location = locations.get(id)
    if (location !== undefined) return location
    const above = parent === null ? undefined : known.get(parent)
    if (parent !== null && !above) throw new Error(`Page ${parent} is missing above ${slug}`)
    const computed =
      parent !== null && above ? below(locate(parent, above), above, slug) : { path: slug, ancestors: [] }
    locations.set(id, computed)
    return computed
  }
  for (const [id, page] of known) locate(id, page)
  return locations
}

const below = ({ path, ancestors }: PageLocation, { title }: PageEntry, slug: string): PageLocation => ({
  path: `${path}/${slug}`,
  ancestors: [...ancestors, title],
})
