import { presentChangeRequest } from '../editing/change-requests/change-requests.present.ts'
import { type ChangeRequestPath, findChangeRequest } from '../editing/change-requests/change-requests.rules.ts'
import { openRevision } from '../pages/open-revision.ts'
import { presentSpaceRow } from '../spaces/spaces.present.ts'
import { countBrokenOutside, type FoundTarget, findLinks } from './find-links.ts'
import { presentLinks } from './links.present.ts'
import { cursorOf, type LinkQuery, type LinkStats, linkList, readConsistently } from './list-links.ts'
import type { SpaceContent } from './load-content.ts'
import { linkDifference, overlayOf } from './overlay.ts'
import type { OfSpace } from './space-links.ts'

export type OfChangeRequest = OfSpace & { params: ChangeRequestPath }

/** Opens the content of a change request. */
export async function changeRequestContent(context: OfChangeRequest): Promise<SpaceContent> {
  const { sql, params, row, access, deps } = context
  const changeRequest = await findChangeRequest(sql, params)
  const open = await openRevision(context, params.spaceId, changeRequest.revision)
  const location = `${deps.publicUrl}/v1/spaces/${params.spaceId}/change-requests/${changeRequest.id}/content`
  return {
    open: { ...open, location },
    space: presentSpaceRow(row, access.level, deps.publicUrl),
    versionContext: { type: 'changeRequest', changeRequest: await presentChangeRequest(context, changeRequest) },
  }
}

/**
 * Lists the links of a change request: the collected links of the live content, overlaid with the differences. A link
 * that is broken in the live content too counts as broken by the space, any other as broken by the change request.
 */
export async function listChangeRequestLinks(context: OfChangeRequest & { query: LinkQuery }) {
  const { sql, params, query, page } = context
  const { spaceId } = params
  const content = await changeRequestContent(context)
  return readConsistently(context, spaceId, async ({ revision, ...counted }) => {
    const cursor = cursorOf(context)
    const live = await openRevision(context, spaceId, revision)
    const difference = await linkDifference(context, live, content.open)
    const { overlay, visible, counts } = await overlayOf(context, spaceId, difference)
    const stats: LinkStats = cursor ?? {
      total: counted.total + counts.total,
      broken: counted.broken + (await countBrokenOutside(sql, spaceId, visible)) + counts.broken,
      inApp: counted.inApp + counts.in_app,
      brokenByChange: overlay.targets.filter(isBroken).length,
    }
    const filter = searchFilter(query)
    const search = { spaceId, visible, ...filter, overlay, after: cursor?.after, limit: page.limit }
    const { links, next } = filter ? await findLinks(sql, search) : { links: [] }
    return linkList(context, await presentLinks(context, content, links), stats, next)
  })
}

const isBroken = ({ status }: FoundTarget) => status === 'broken'

/** Converts a query to a filter; undefined if nothing can match, since only broken links have a context. */
function searchFilter({ status, brokenContext }: LinkQuery) {
  if (brokenContext === undefined) return { status }
  if ((status ?? 'broken') !== 'broken') return undefined
  return { status: 'broken' as const, only: brokenContext === 'space' ? ('collected' as const) : ('overlay' as const) }
}
