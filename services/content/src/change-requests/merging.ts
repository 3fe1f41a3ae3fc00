import type { ContentContext } from '../context.ts'
import { merge } from '../merge/merge.ts'
import { openRevision, storageOf } from '../pages/history.ts'
import { goLive } from '../pages/live.ts'
import { type NewRevision, writeRevision } from '../revisions/revisions.ts'
import { lockSpace, type SpaceRow } from '../spaces/spaces.state.ts'
import { type ChangeRequestRow, moveStatus, requireEditable, saveChangeRequest } from './change-requests.rules.ts'

/** The three sides of a change request and its space, under the locks that keep them still. */
async function sidesOf(context: ContentContext, space: SpaceRow, changeRequest: ChangeRequestRow) {
  const ancestor = changeRequest.revision_merged_ancestor ?? changeRequest.revision_initial
  const [base, ours, theirs] = await Promise.all([
    openRevision(context, space.id, ancestor),
    openRevision(context, space.id, space.revision),
    openRevision(context, space.id, changeRequest.revision),
  ])
  const sides = { base: base.revision.roots, ours: ours.revision.roots, theirs: theirs.revision.roots }
  return { sides, merged: await merge(storageOf(context), sides) }
}

function nextRevision(
  context: ContentContext,
  space: SpaceRow,
  changeRequest: ChangeRequestRow,
  isLive: boolean,
): NewRevision {
  return {
    spaceId: space.id,
    changeRequestId: isLive ? null : changeRequest.id,
    parents: isLive ? [space.revision, changeRequest.revision] : [changeRequest.revision, space.revision],
    kind: isLive ? 'merge' : 'update',
    message: changeRequest.subject || null,
    createdBy: context.userId,
    createdAt: new Date().toISOString(),
  }
}

/**
 * Merges a change request into the live content (interface 4.10). Two at once take turns: the second
 * merges on top of the first. A true conflict changes nothing live; it is left in the change request.
 */
export async function mergeIntoSpace(context: ContentContext, spaceId: string, lock: () => Promise<ChangeRequestRow>) {
  const space = await lockSpace(context, spaceId)
  const changeRequest = await lock()
  requireEditable(changeRequest)
  const { sides, merged } = await sidesOf(context, space, changeRequest)
  if (merged.conflicts.length > 0) return leaveConflicts(context, space, changeRequest, merged)
  const live = await goLive(context, sides.ours, nextRevision(context, space, changeRequest, true), merged)
  await moveStatus(context, changeRequest, 'merged', { revision_merged: live.id })
  return { revision: live.id, result: 'merge' as const }
}

/** Brings the live content into a change request (interface 4.10). */
export async function updateFromSpace(context: ContentContext, spaceId: string, lock: () => Promise<ChangeRequestRow>) {
  const space = await lockSpace(context, spaceId)
  const changeRequest = await lock()
  requireEditable(changeRequest)
  const { merged } = await sidesOf(context, space, changeRequest)
  if (merged.conflicts.length > 0) return leaveConflicts(context, space, changeRequest, merged)
  const revision = await writeOnLine(context, space, changeRequest, merged)
  return { revision, result: 'update' as const }
}

type Merged = Awaited<ReturnType<typeof merge>>

async function leaveConflicts(
  context: ContentContext,
  space: SpaceRow,
  changeRequest: ChangeRequestRow,
  merged: Merged,
) {
  return { revision: await writeOnLine(context, space, changeRequest, merged), result: 'conflicts' as const }
}

/** The merge result becomes the change request's revision; from then on it has seen this much of the main line. */
async function writeOnLine(
  context: ContentContext,
  space: SpaceRow,
  changeRequest: ChangeRequestRow,
  merged: Merged,
): Promise<string> {
  const { id } = await writeRevision(context.sql, nextRevision(context, space, changeRequest, false), merged)
  await saveChangeRequest(context, changeRequest.id, { revision: id, revision_merged_ancestor: space.revision })
  return id
}
