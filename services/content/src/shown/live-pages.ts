import type { ContentContext } from '../context.ts'
import { type OpenRevision, openRow } from '../pages/history.ts'
import { isFor, type Reader } from '../pages/readers.ts'
import type { PageEntry } from '../revisions/entries.ts'
import { gatheredNodes } from '../trees/gathered-nodes.ts'
import { get } from '../trees/read.ts'

interface PagePlace {
  spaceId: string
  pageId: string
}

export interface LivePage {
  /** The live revision that it is in. */
  open: OpenRevision
  entry: PageEntry
}

export const keyOfPlace = ({ spaceId, pageId }: PagePlace): string => `${spaceId} ${pageId}`

/**
 * Those of these pages that are live and that a visitor is shown, with the pages above them; by `keyOfPlace`. `listed`
 * leaves out what navigation and search do not show. One load a level of the trees, for all pages of all spaces together.
 */
export async function livePagesShown(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  places: readonly PagePlace[],
  { reader, listed }: { reader: Reader; listed: boolean },
): Promise<ReadonlyMap<string, LivePage>> {
  const revisions = await liveRevisions(context, [...new Set(places.map(({ spaceId }) => spaceId))])
  const found = await Promise.all(
    places.map(async (place) => {
      const open = revisions.get(place.spaceId)
      const entry =
        open && (await shownPage(open, place.pageId, (page) => isFor(reader, page) && !(listed && page.hidden)))
      return open && entry ? [[keyOfPlace(place), { open, entry }] as const] : []
    }),
  )
  return new Map(found.flat())
}

async function liveRevisions(context: Pick<ContentContext, 'sql' | 'deps'>, spaceIds: string[]) {
  if (spaceIds.length === 0) return new Map<string, OpenRevision>()
  const rows = await context.sql
    .selectFrom('space')
    .innerJoin('revision', 'revision.id', 'space.revision')
    .selectAll('revision')
    .where('space.id', 'in', spaceIds)
    .execute()
  const nodesOf = gatheredNodes(context.sql, context.deps.caches.nodes)
  return new Map(
    rows.map((row) => {
      const open = openRow({ ...context, row })
      return [row.space_id, { ...open, storage: { ...open.storage, nodes: nodesOf(row.store) } }]
    }),
  )
}

/** A page; undefined where it, or one above it, is not there or not seen: what is below such a page is not seen either. */
async function shownPage({ storage, revision }: OpenRevision, id: string, isSeen: (page: PageEntry) => boolean) {
  let found: PageEntry | undefined
  for (let at: string | null = id; at !== null; ) {
    const page: PageEntry | undefined = await get(storage.nodes, revision.roots.pages, at)
    if (!page || !isSeen(page)) return undefined
    found ??= page
    at = page.parent
  }
  return found
}
