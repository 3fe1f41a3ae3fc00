import { type OpenRevision, openRow } from '../pages/open-revision.ts'
import { type ContentCaller, meetsCondition } from '../pages/page-visibility.ts'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import { batchedNodes } from '../storage/trees/batched-nodes.ts'
import { get } from '../storage/trees/tree-reads.ts'
import type { VisitorsContext } from './context.ts'

interface PageInSpace {
  spaceId: string
  pageId: string
}

export interface LivePage {
  /** The live revision of the page. */
  open: OpenRevision
  entry: PageEntry
}

export const pageKey = ({ spaceId, pageId }: PageInSpace): string => `${spaceId} ${pageId}`

/**
 * Returns, by `pageKey`, the pages that are live and visible to the reader, as are the pages above them. `listed`
 * leaves out pages that navigation and search hide. Needs one load per level of the trees, for all pages of all spaces
 * together.
 */
export async function visibleLivePages(
  context: Pick<VisitorsContext, 'sql' | 'deps'>,
  pages: readonly PageInSpace[],
  { reader, listed }: { reader: ContentCaller; listed: boolean },
): Promise<ReadonlyMap<string, LivePage>> {
  const revisions = await liveRevisions(context, [...new Set(pages.map(({ spaceId }) => spaceId))])
  const found = await Promise.all(
    pages.map(async (page) => {
      const open = revisions.get(page.spaceId)
      const entry =
        open &&
        (await visiblePage(open, page.pageId, async (one) => !(listed && one.hidden) && meetsCondition(reader, one)))
      return open && entry ? [[pageKey(page), { open, entry }] as const] : []
    }),
  )
  return new Map(found.flat())
}

async function liveRevisions(context: Pick<VisitorsContext, 'sql' | 'deps'>, spaceIds: string[]) {
  if (spaceIds.length === 0) return new Map<string, OpenRevision>()
  const rows = await context.sql
    .selectFrom('space')
    .innerJoin('revision', 'revision.id', 'space.revision')
    .selectAll('revision')
    .where('space.id', 'in', spaceIds)
    .execute()
  const nodesOf = batchedNodes(context.sql, context.deps.caches.nodes)
  return new Map(
    rows.map((row) => {
      const open = openRow({ ...context, row })
      return [row.space_id, { ...open, storage: { ...open.storage, nodes: nodesOf(row.store) } }]
    }),
  )
}

/** Reads a page; undefined if the page, or one above it, is missing or hidden. */
async function visiblePage(
  { storage, revision }: OpenRevision,
  id: string,
  isVisible: (page: PageEntry) => Promise<boolean>,
) {
  let found: PageEntry | undefined
  for (let at: string | null = id; at !== null; ) {
    const page: PageEntry | undefined = await get(storage.nodes, revision.roots.pages, at)
    if (!page || !(await isVisible(page))) return undefined
    found ??= page
    at = page.parent
  }
  return found
}
