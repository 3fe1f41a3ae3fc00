import { prepared } from '@quire/kit'
import type { SpaceRow } from '../../workspace/tree/spaces.state.ts'
import type { EditingContext } from '../context.ts'
import { goLive } from '../go-live.ts'
import { lastSeen } from './change-requests.present.ts'
import { type ChangeRequestRow, countStatus, saveChangeRequest } from './change-requests.rules.ts'
import { commitToBranch } from './commit-to-branch.ts'
import { type InChangeRequest, type LockedMerge, lockAndMerge, prepareMerge } from './locked-merge.ts'

/**
 * Merges a change request into the live content (docs/interface.md#merging). Concurrent merges are serialized: the
 * second merges on top of the first. A conflict changes nothing live; it is recorded in the change request.
 */
export const mergeIntoSpace = prepared(prepareMerge, async (context: InChangeRequest, preparedMerge) => {
  const locked = await lockAndMerge(context, preparedMerge)
  const { space, changeRequest, merged } = locked
  if (merged.conflicts.length > 0)
    return { revision: await updateBranch(context, locked), result: 'conflicts' as const }
  const live = await goLive(context, {
    revision: {
      spaceId: space.id,
      store: space.store,
      changeRequestId: null,
      parents: [space.revision, changeRequest.revision],
      kind: 'merge',
      message: changeRequest.subject || null,
      createdBy: context.userId,
      createdAt: context.deps.now().toISOString(),
    },
    drafted: merged,
  })
  await countStatus(context, changeRequest, 'merged')
  await saveChangeRequest(context, changeRequest.id, { status: 'merged', revision_merged: live.id })
  return { revision: live.id, result: 'merge' as const }
})

/** Merges the live content into a change request; conflicts stay in it, unresolved. */
export const updateFromSpace = prepared(prepareMerge, async (context: InChangeRequest, preparedMerge) => {
  const locked = await lockAndMerge(context, preparedMerge)
  const result = locked.merged.conflicts.length > 0 ? ('conflicts' as const) : ('update' as const)
  return { revision: await updateBranch(context, locked), result }
})

/**
 * Commits the result of the merge to the change request's branch, unless the branch contains the live revision already.
 * Returns the id of the branch's revision.
 */
async function updateBranch(context: EditingContext, { space, changeRequest, merged }: LockedMerge): Promise<string> {
  if (isUpToDate(changeRequest, space)) return changeRequest.revision
  const { revision } = await commitToBranch(
    context,
    changeRequest,
    {
      store: space.store,
      kind: 'update',
      parents: [changeRequest.revision, space.revision],
      message: changeRequest.subject || null,
    },
    merged,
    space.revision,
  )
  return revision
}

const isUpToDate = (changeRequest: ChangeRequestRow, space: SpaceRow) => lastSeen(changeRequest) === space.revision
