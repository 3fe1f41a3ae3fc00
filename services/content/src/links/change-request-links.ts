import { showChangeRequest } from '../change-requests/change-requests.present.ts'
import { type ChangeRequestPath, findChangeRequest } from '../change-requests/change-requests.rules.ts'
import { openRevision } from '../pages/history.ts'
import { presentRow } from '../spaces/spaces.present.ts'
import { countBrokenOutside, type FoundTarget, findLinks } from './find-links.ts'
import { cursorOf, type LinkQuery, type LinkStats, linkList, steadily } from './list-links.ts'
import type { SpaceContent } from './load-content.ts'
import { linkDifference, overlayOf } from './overlay.ts'
import { showLinks } from './present.ts'
import type { OfSpace } from './space-links.ts'

export type OfChangeRequest = OfSpace & { params: ChangeRequestPath }

/** The content of a change request. */
export async function changeRequestContent(context: OfChangeRequest): Promise<SpaceContent> {
  const { sql, params, row, access, deps } = context
  const changeRequest = await findChangeRequest(sql, params)
  const open = await openRevision(context, params.spaceId, changeRequest.revision)
  const location = `${deps.publicUrl}/v1/spaces/${params.spaceId}/change-requests/${changeRequest.id}/content`
  return {
    open: { ...open, location },
    space: presentRow(row, access.level, deps.publicUrl),
    versionContext: { type: 'changeRequest', changeRequest: await showChangeRequest(context, changeRequest) },
  }
}

/**
 * What the content of a change request links to: what is collected of the live content, and what differs from it. What is
 * broken there too is broken by the space, everything else by the change request.
 */
export async function listChangeRequestLinks(context: OfChangeRequest & { query: LinkQuery }) {
  const { sql, params, query, page } = context
  const { spaceId } = params
  const content = await changeRequestContent(context)
  return steadily(context, spaceId, async ({ revision, ...counted }) => {
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
    const asked = whichOf(query)
    const search = { spaceId, visible, ...asked, overlay, after: cursor?.after, limit: page.limit }
    const { links, next } = asked ? await findLinks(sql, search) : { links: [] }
    return linkList(context, await showLinks(context, content, links), stats, next)
  })
}

const isBroken = ({ status }: FoundTarget) => status === 'broken'

/** Undefined where nothing fits: only what is broken has a context. */
function whichOf({ status, brokenContext }: LinkQuery) {
  if (brokenContext === undefined) return { status }
  if ((status ?? 'broken') !== 'broken') return undefined
  return { status: 'broken' as const, only: brokenContext === 'space' ? ('collected' as const) : ('overlay' as const) }
}
