import { statement } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { PageEntry } from '../revisions/entries.ts'
import { pagePaths } from '../revisions/page-paths.ts'
import { gatheredNodes } from '../trees/gathered-nodes.ts'
import type { Root } from '../trees/nodes.ts'
import type { FoundPage } from './search.ts'

/** Where the live pages of a space are. */
export interface LivePages {
  store: string
  pages: Root<PageEntry>
}

export interface LiveSpace extends LivePages {
  id: string
  title: string
  /** BCP 47; null: English. */
  language: string | null
}

/** Spaces with their live pages. */
export const readLive = statement<{ ids: string[] }, LiveSpace>(
  ({ ids }) => raw`
    select space.id, space.title, space.language, live.store, live.pages
    from space join revision live on live.id = space.revision
    where space.id = any(${ids}::text[])`,
)

type LiveBySpace = ReadonlyMap<string, LivePages>

/** The paths of found pages; a page that came live after `live` was read has the one that it has now. */
export async function pathsOf(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  live: LiveBySpace,
  found: readonly FoundPage[],
): Promise<Map<FoundPage, string>> {
  const paths = await pathsIn(context, live, found)
  const missing = found.filter((page) => !paths.has(page))
  if (missing.length === 0) return paths
  const spaces = await readLive(context.sql, { ids: [...new Set(missing.map(({ space }) => space))] })
  const now = await pathsIn(context, new Map(spaces.map((space) => [space.id, space])), missing)
  return new Map([...paths, ...now])
}

/** In one load a level of the trees, for all pages of all spaces together. */
async function pathsIn({ sql, deps }: Parameters<typeof pathsOf>[0], live: LiveBySpace, found: readonly FoundPage[]) {
  const nodesOf = gatheredNodes(sql, deps.caches.nodes)
  const bySpace = [...Map.groupBy(found, ({ space }) => space)]
  const placed = await Promise.all(
    bySpace.map(async ([space, pages]) => {
      const { store, pages: root } = live.get(space) ?? {}
      if (store === undefined || root === undefined) return []
      const paths = await pagePaths(
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
  return new Map(placed.flat())
}
