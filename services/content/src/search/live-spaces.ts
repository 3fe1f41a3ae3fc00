import { statement } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { StorageContext } from '../storage/context.ts'
import { loadPageLocations, type PageLocation } from '../storage/revisions/page-paths.ts'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import { batchedNodes } from '../storage/trees/batched-nodes.ts'
import type { Root } from '../storage/trees/tree-nodes.ts'
import { getMany } from '../storage/trees/tree-reads.ts'
import type { FoundPage } from './search-pages.ts'

/** The store and the root of a tree of pages. */
export interface PageTreeRoot {
  store: string
  pages: Root<PageEntry>
}

export interface LiveSpace extends PageTreeRoot {
  id: string
  title: string
  /** BCP 47; null means English. */
  language: string | null
}

/** Reads spaces with the roots of their live pages. */
export const readLiveSpaces = statement<{ ids: string[] }, LiveSpace>(
  ({ ids }) => raw`
    select space.id, space.title, space.language, live.store, live.pages
    from space join revision live on live.id = space.revision
    where space.id = any(${ids}::text[])`,
)

type RootsBySpace = ReadonlyMap<string, PageTreeRoot>

/** Loads the locations of found pages; for a page that became live after `live` was read, the current one. */
export async function locationsOf(
  context: Pick<StorageContext, 'sql' | 'deps'>,
  live: RootsBySpace,
  found: readonly FoundPage[],
): Promise<Map<FoundPage, FoundLocation>> {
  const locations = await locationsIn(context, live, found)
  const missing = found.filter((page) => !locations.has(page))
  if (missing.length === 0) return locations
  const spaces = await readLiveSpaces(context.sql, { ids: [...new Set(missing.map(({ space }) => space))] })
  const now = await locationsIn(context, new Map(spaces.map((space) => [space.id, space])), missing)
  return new Map([...locations, ...now])
}

/** The place of a found page, and its description. */
export interface FoundLocation extends PageLocation {
  description: string
}

/** Loads locations with one load per level of the trees, for all pages of all spaces together. */
async function locationsIn(
  { sql, deps }: Parameters<typeof locationsOf>[0],
  live: RootsBySpace,
  found: readonly FoundPage[],
): Promise<Map<FoundPage, FoundLocation>> {
  const nodesOf = batchedNodes(sql, deps.caches.nodes)
  const bySpace = [...Map.groupBy(found, ({ space }) => space)]
  const located = await Promise.all(
    bySpace.map(async ([space, pages]) => {
      const { store, pages: root } = live.get(space) ?? {}
      if (store === undefined || root === undefined) return []
      const nodes = nodesOf(store)
      const ids = pages.map(({ id }) => id)
      const [entries, locations] = await Promise.all([
        getMany(nodes, root, ids),
        loadPageLocations(nodes, deps.caches.pageLocations, root, ids),
      ])
      return pages.flatMap((page) => {
        const location = locations.get(page.id)
        const description = entries.get(page.id)?.description ?? ''
        return location === undefined ? [] : [[page, { ...location, description }] as const]
      })
    }),
  )
  return new Map(located.flat())
}
