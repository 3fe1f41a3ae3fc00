import { statement } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { StorageContext } from '../storage/context.ts'
import { loadPagePaths } from '../storage/revisions/page-paths.ts'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import { batchedNodes } from '../storage/trees/batched-nodes.ts'
import type { Root } from '../storage/trees/tree-nodes.ts'
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

/** Loads the paths of found pages; for a page that became live after `live` was read, the current path. */
export async function pathsOf(
  context: Pick<StorageContext, 'sql' | 'deps'>,
  live: RootsBySpace,
  found: readonly FoundPage[],
): Promise<Map<FoundPage, string>> {
  const paths = await pathsIn(context, live, found)
  const missing = found.filter((page) => !paths.has(page))
  if (missing.length === 0) return paths
  const spaces = await readLiveSpaces(context.sql, { ids: [...new Set(missing.map(({ space }) => space))] })
  const now = await pathsIn(context, new Map(spaces.map((space) => [space.id, space])), missing)
  return new Map([...paths, ...now])
}

/** Loads paths with one load per level of the trees, for all pages of all spaces together. */
async function pathsIn({ sql, deps }: Parameters<typeof pathsOf>[0], live: RootsBySpace, found: readonly FoundPage[]) {
  const nodesOf = batchedNodes(sql, deps.caches.nodes)
  const bySpace = [...Map.groupBy(found, ({ space }) => space)]
  const located = await Promise.all(
    bySpace.map(async ([space, pages]) => {
      const { store, pages: root } = live.get(space) ?? {}
      if (store === undefined || root === undefined) return []
      const paths = await loadPagePaths(
        nodesOf(store),
        deps.caches.pagePaths,
        root,
        pages.map(({ id }) => id),
      )
      return pages.flatMap((page) => {
        const path = paths.get(page.id)
        return path === undefined ? [] : [[page, path] as const]
      })
    }),
  )
  return new Map(located.flat())
}
