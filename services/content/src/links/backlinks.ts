import { countedUpTo, keysBefore, listOf, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import { openRevision } from '../pages/open-revision.ts'
import { get } from '../storage/trees/tree-reads.ts'
import { changeRequestContent, type OfChangeRequest } from './change-request-links.ts'
import type { LinksContext } from './context.ts'
import { presentLocations } from './links.present.ts'
import { readConsistently } from './list-links.ts'
import type { SpaceContent } from './load-content.ts'
import { linkDifference } from './overlay.ts'
import { liveContent, type OfSpace } from './space-links.ts'

/** A page or file: the map of the revision, and the id. */
interface Linked {
  kind: 'pages' | 'files'
  id: string
}

/** Lists the locations in the live content that link to a page or file, in the order of ids. */
export const listBacklinks = (context: OfSpace, linked: Linked) =>
  readConsistently(context, context.params.spaceId, async ({ revision }) =>
    listLocations(context, await liveContent(context, revision), linked, { changed: [], locations: [] }),
  )

/**
 * Lists the locations in a change request that link to a page or file; changed locations count as in the change
 * request.
 */
export async function listBacklinksInChangeRequest(context: OfChangeRequest, linked: Linked) {
  const { spaceId } = context.params
  const content = await changeRequestContent(context)
  return readConsistently(context, spaceId, async ({ revision }) => {
    const live = await openRevision(context, spaceId, revision)
    const { changed, targets, locations } = await linkDifference(context, live, content.open)
    const resource = resourceOf(linked)
    const keys = [...targets].filter(([, target]) => target.resource === resource && target.outside === null)
    const from = keys.flatMap(([key]) => locations.get(key) ?? [])
    return listLocations(context, content, linked, { changed, locations: [...new Set(from)] })
  })
}

const resourceOf = ({ kind, id }: Linked) => `/${kind}/${id}`

interface ChangedLocations {
  /** Changed locations, whose collected links are ignored. */
  changed: string[]
  /** Changed locations that contain the link. */
  locations: string[]
}

async function listLocations(context: OfSpace, content: SpaceContent, linked: Linked, changes: ChangedLocations) {
  const { page, cursors } = context
  const { storage, revision } = content.open
  const entry = await get<unknown>(storage.nodes, revision.roots[linked.kind], linked.id)
  if (!entry) throw notFound(linked.kind === 'pages' ? 'The page' : 'The file')
  const rows = await linkingTo(context, linked, changes, keysBefore(page)?.[0] ?? '', page.limit + 1)
  const items = await presentLocations(context, content, rows.slice(0, page.limit))
  const list = await listOf({
    page,
    cursors,
    rows,
    present: (location) => location,
    after: (location) => [location],
    count: async () => {
      const { length } = await linkingTo(context, linked, changes, '', countedUpTo + 1)
      return length > countedUpTo ? undefined : length
    },
  })
  return { ...list, items }
}

/** Returns the locations that link to a page or file after `after`. Leaves out links of a page to itself. */
async function linkingTo(
  { sql, params }: Pick<LinksContext, 'sql'> & { params: { spaceId: string } },
  linked: Linked,
  { changed, locations }: ChangedLocations,
  after: string,
  max: number,
): Promise<string[]> {
  const resource = resourceOf(linked)
  const { rows } = await raw<{ location: string }>`
    select location from (
      (select distinct l.location from link l
      where l.space_id = ${params.spaceId} and l.resource = ${resource} and l.location > ${after}
        and l.location <> ${resource} and l.location not in (select unnest(${changed}::text[]))
      order by l.location limit ${max})
      union all
      select changed.location collate "C" from unnest(${locations}::text[]) changed (location)
      where changed.location <> ${resource} and changed.location collate "C" > ${after}
    ) locations order by location limit ${max}`.execute(sql)
  return rows.map(({ location }) => location)
}
