import type { ContentContext } from '../context.ts'
import { merge } from '../merge/merge.ts'
import { openRevision } from '../pages/history.ts'
import { goLive } from '../pages/live.ts'
import type { SpaceRow } from '../spaces/spaces.state.ts'
import { lastSeen } from './change-requests.present.ts'
import {
  type ChangeRequestPath,
  type ChangeRequestRow,
  lockChangeRequest,
  moveStatus,
  requireActive,
} from './change-requests.rules.ts'
import { continueLine } from './lines.ts'

type InChangeRequest = ContentContext & { params: ChangeRequestPath }
type Sides = Awaited<ReturnType<typeof sidesOf>>

/**
 * Merges a change request into the live content (interface 4.10). Two at once take turns: the second
 * merges on top of the first. A true conflict changes nothing live; it is left in the change request.
 */
export async function mergeIntoSpace(context: InChangeRequest) {
  const met = await sidesOf(context)
  const { space, changeRequest, ours, merged } = met
  if (merged.conflicts.length > 0) return { revision: await bringUpToDate(context, met), result: 'conflicts' as const }
  const live = await goLive(
    context,
    ours,
    {
      spaceId: space.id,
      store: space.store,
      changeRequestId: null,
      parents: [space.revision, changeRequest.revision],
      kind: 'merge',
      message: changeRequest.subject || null,
      createdBy: context.userId,
      createdAt: new Date().toISOString(),
    },
    merged,
  )
  await moveStatus(context, changeRequest, 'merged', { revision_merged: live.id })
  return { revision: live.id, result: 'merge' as const }
}

/** Brings the live content into a change request (interface 4.10); conflicts are left in it, unresolved. */
export async function updateFromSpace(context: InChangeRequest) {
  const met = await sidesOf(context)
  const result = met.merged.conflicts.length > 0 ? ('conflicts' as const) : ('update' as const)
  return { revision: await bringUpToDate(context, met), result }
}

/** A change request and its space, under the locks that keep them still, and what their merge comes to. */
async function sidesOf(context: InChangeRequest) {
  const { space, changeRequest } = await lockChangeRequest(context, context.params)
  requireActive(changeRequest)
  const [base, ours, theirs] = await Promise.all([
    openRevision(context, space.id, lastSeen(changeRequest)),
    openRevision(context, space.id, space.revision),
    openRevision(context, space.id, changeRequest.revision),
  ])
  const sides = { base: base.revision.roots, ours: ours.revision.roots, theirs: theirs.revision.roots }
  return { space, changeRequest, ours: sides.ours, merged: await merge(ours.storage, sides) }
}

/** What the merge comes to is the change request's revision, unless it has all of the main line already; answers its id. */
async function bringUpToDate(context: ContentContext, { space, changeRequest, merged }: Sides): Promise<string> {
  if (isUpToDate(changeRequest, space)) return changeRequest.revision
  const { revision } = await continueLine(
    context,
    changeRequest,
    {
      store: space.store,
      kind: 'update',
      parents: [changeRequest.revision, space.revision],
      message: changeRequest.subject || null,
    },
    merged,
    { revision_merged_ancestor: space.revision },
  )
  return revision
}

const isUpToDate = (changeRequest: ChangeRequestRow, space: SpaceRow) => lastSeen(changeRequest) === space.revision
