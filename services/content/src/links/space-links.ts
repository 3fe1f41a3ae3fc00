import type { ContentContext } from '../context.ts'
import { type OpenRevision, openRevision } from '../pages/history.ts'
import { presentRow, type ShownSpaceRow } from '../spaces/spaces.present.ts'
import { countBrokenOutside, findLinks } from './find-links.ts'
import { cursorOf, type LinkQuery, linkList, steadily } from './list-links.ts'
import type { SpaceContent } from './load-content.ts'
import { spacesOutside, visibleOutside } from './outside.ts'
import { showLinks } from './present.ts'

/** A request for the links of a space, its row read with the access to it. */
export type OfSpace = ContentContext & { params: { spaceId: string }; row: ShownSpaceRow }

/** The live content in a revision of the main line. */
export async function liveContent(context: OfSpace, revision: string): Promise<SpaceContent> {
  const { row, access, deps, params } = context
  const open: OpenRevision = await openRevision(context, params.spaceId, revision)
  const location = `${deps.publicUrl}/v1/spaces/${params.spaceId}/content`
  return { open: { ...open, location }, space: presentRow(row, access.level, deps.publicUrl) }
}

/** What the live content links to, by targets. */
export function listSpaceLinks(context: OfSpace & { query: LinkQuery }) {
  const { sql, params, query, page } = context
  const { spaceId } = params
  return steadily(context, spaceId, async ({ revision, ...counted }) => {
    const cursor = cursorOf(context)
    const visible = await visibleOutside(context, await spacesOutside(sql, spaceId))
    const stats = cursor ?? {
      ...counted,
      broken: counted.broken + (await countBrokenOutside(sql, spaceId, visible)),
    }
    const search = { spaceId, visible, status: query.status, after: cursor?.after, limit: page.limit }
    const { links, next } = await findLinks(sql, search)
    return linkList(context, await showLinks(context, await liveContent(context, revision), links), stats, next)
  })
}
