import { type OpenRevision, openRevision } from '../pages/open-revision.ts'
import { presentSpaceRow, type SpaceWithPublication } from '../spaces/spaces.present.ts'
import type { LinksContext } from './context.ts'
import { countBrokenOutside, findLinks } from './find-links.ts'
import { presentLinks } from './links.present.ts'
import { cursorOf, type LinkQuery, linkList, readConsistently } from './list-links.ts'
import type { SpaceContent } from './load-content.ts'
import { spacesOutside, visibleOutside } from './outside-links.ts'

/** The context of a request for links of a space. `row` was read together with the caller's access. */
export type OfSpace = LinksContext & { params: { spaceId: string }; row: SpaceWithPublication }

/** Opens the live content at a revision. */
export async function liveContent(context: OfSpace, revision: string): Promise<SpaceContent> {
  const { row, access, deps, params } = context
  const open: OpenRevision = await openRevision(context, params.spaceId, revision)
  const location = `${deps.publicUrl}/v1/spaces/${params.spaceId}/content`
  return { open: { ...open, location }, space: presentSpaceRow(row, access.level, deps.publicUrl) }
}

/** Lists the links of the live content, by target. */
export function listSpaceLinks(context: OfSpace & { query: LinkQuery }) {
  const { sql, params, query, page } = context
  const { spaceId } = params
  return readConsistently(context, spaceId, async ({ revision, ...counted }) => {
    const cursor = cursorOf(context)
    const visible = await visibleOutside(context, await spacesOutside(sql, spaceId))
    const stats = cursor ?? {
      ...counted,
      broken: counted.broken + (await countBrokenOutside(sql, spaceId, visible)),
    }
    const search = { spaceId, visible, status: query.status, after: cursor?.after, limit: page.limit }
    const { links, next } = await findLinks(sql, search)
    return linkList(context, await presentLinks(context, await liveContent(context, revision), links), stats, next)
  })
}
