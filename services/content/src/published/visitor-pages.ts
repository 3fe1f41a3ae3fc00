import type { VisitorClaims } from '@quire/contracts'
import type { ContentContext } from '../context.ts'
import { isFor, type Reader, visitorWith } from '../pages/readers.ts'
import type { PageEntry } from '../revisions/entries.ts'
import { textsForAll } from '../search/conditional-texts.ts'
import { type LivePages, readLive } from '../search/live-pages.ts'
import type { FoundPage } from '../search/search.ts'
import { gatheredNodes } from '../trees/gathered-nodes.ts'
import { get } from '../trees/read.ts'
import type { NodeStore } from '../trees/store.ts'

type Context = Pick<ContentContext, 'sql' | 'deps'>

/** Those of some found pages that a visitor is shown, whole and with the pages above them; one load a level of the trees. */
export async function pagesForVisitor(
  { sql, deps }: Context,
  found: readonly FoundPage[],
  claims: VisitorClaims,
): Promise<ReadonlySet<FoundPage>> {
  const spaces = await readLive(sql, { ids: [...new Set(found.map(({ space }) => space))] })
  const live = new Map(spaces.map((space) => [space.id, space]))
  const wanted = found.map(({ space, document }) => ({ store: live.get(space)?.store ?? '', document }))
  const forAll = await textsForAll(sql, deps.search.conditional, wanted)
  const nodesOf = gatheredNodes(sql, deps.caches.nodes)
  const reader = visitorWith(claims)
  // Search knows a text as it is written: that one with conditions answers would say what it hides.
  const candidates = found.filter(({ document }) => document === '' || forAll.has(document))
  const shown = await Promise.all(
    candidates.map((page) => {
      const { store, pages } = live.get(page.space) ?? {}
      if (store === undefined || pages === undefined) return false
      return isListed(reader, nodesOf(store), pages, page.id)
    }),
  )
  return new Set(candidates.filter((_, index) => shown[index]))
}

/** What is below a page that is hidden from all or from this reader is hidden too. */
async function isListed(reader: Reader, nodes: NodeStore, root: LivePages['pages'], id: string): Promise<boolean> {
  for (let at: string | null = id; at !== null; ) {
    const page: PageEntry | undefined = await get(nodes, root, at)
    if (!page || page.hidden || !isFor(reader, page)) return false
    at = page.parent
  }
  return true
}
