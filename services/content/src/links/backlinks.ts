import { countedUpTo, keysBefore, listOf, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import { openRevision } from '../pages/history.ts'
import { get } from '../trees/read.ts'
import { changeRequestContent, type OfChangeRequest } from './change-request-links.ts'
import { steadily } from './list-links.ts'
import type { SpaceContent } from './load-content.ts'
import { linkDifference } from './overlay.ts'
import { showLocations } from './present.ts'
import { liveContent, type OfSpace } from './space-links.ts'

/** A page or file, by the map of a revision that has it. */
interface Linked {
  kind: 'pages' | 'files'
  id: string
}

/** Where the live content links to a page or file, in the order of ids. */
export const listBacklinks = (context: OfSpace, linked: Linked) =>
  steadily(context, context.params.spaceId, async ({ revision }) =>
    listLocations(context, await liveContent(context, revision), linked, { changed: [], locations: [] }),
  )

/** The same of a change request: the places that it changes are those of its own content. */
export async function listBacklinksInChangeRequest(context: OfChangeRequest, linked: Linked) {
  const { spaceId } = context.params
  const content = await changeRequestContent(context)
  return steadily(context, spaceId, async ({ revision }) => {
    const live = await openRevision(context, spaceId, revision)
    const { changed, targets, locations } = await linkDifference(context, live, content.open)
    const resource = resourceOf(linked)
    const keys = [...targets].filter(([, target]) => target.resource === resource && target.outside === null)
    const from = keys.flatMap(([key]) => locations.get(key) ?? [])
    return listLocations(context, content, linked, { changed, locations: [...new Set(from)] })
  })
}

const resourceOf = ({ kind, id }: Linked) => `/${kind}/${id}`

interface ChangedPlaces {
  /** What is collected of these places does not count. */
  changed: string[]
  /** Those of them that have the link. */
  locations: string[]
}

async function listLocations(context: OfSpace, content: SpaceContent, linked: Linked, places: ChangedPlaces) {
  const { page, cursors } = context
  const { storage, revision } = content.open
  const entry = await get<unknown>(storage.nodes, revision.roots[linked.kind], linked.id)
  if (!entry) throw notFound(linked.kind === 'pages' ? 'The page' : 'The file')
  const rows = await linkingTo(context, linked, places, keysBefore(page)?.[0] ?? '', page.limit + 1)
  const shown = await showLocations(context, content, rows.slice(0, page.limit))
  const list = await listOf({
    page,
    cursors,
    rows,
    present: (location) => location,
    after: (location) => [location],
    count: async () => {
      const { length } = await linkingTo(context, linked, places, '', countedUpTo + 1)
      return length > countedUpTo ? undefined : length
    },
  })
  return { ...list, items: shown }
}

/** A page's links to itself lead from nowhere else, and are left out. */
async function linkingTo(
  { sql, params }: Pick<ContentContext, 'sql'> & { params: { spaceId: string } },
  linked: Linked,
  { changed, locations }: ChangedPlaces,
  after: string,
  most: number,
): Promise<string[]> {
  const resource = resourceOf(linked)
  const { rows } = await raw<{ location: string }>`
    select location from (
      (select distinct l.location from link l
      where l.space_id = ${params.spaceId} and l.resource = ${resource} and l.location > ${after}
        and l.location <> ${resource} and l.location not in (select unnest(${changed}::text[]))
      order by l.location limit ${most})
      union all
      select changed.location collate "C" from unnest(${locations}::text[]) changed (location)
      where changed.location <> ${resource} and changed.location collate "C" > ${after}
    ) places order by location limit ${most}`.execute(sql)
  return rows.map(({ location }) => location)
}
