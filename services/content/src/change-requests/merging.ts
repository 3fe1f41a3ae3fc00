import { prepared } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { goLive } from '../publishing/live.ts'
import type { SpaceRow } from '../structure/spaces.state.ts'
import { lastSeen } from './change-requests.present.ts'
import { type ChangeRequestRow, countStatus, saveChangeRequest } from './change-requests.rules.ts'
import { continueLine } from './lines.ts'
import { type InChangeRequest, type MetSides, meetSides, prepareMerge } from './merge-sides.ts'

/**
 * Merges a change request into the live content (docs/interface.md#merging). Two at once take turns: the second merges
 * on top of the first. A true conflict changes nothing live; it is left in the change request.
 */
export const mergeIntoSpace = prepared(prepareMerge, async (context: InChangeRequest, worked) => {
  const met = await meetSides(context, worked)
  const { space, changeRequest, merged } = met
  if (merged.conflicts.length > 0) return { revision: await bringUpToDate(context, met), result: 'conflicts' as const }
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

/** Brings the live content into a change request; conflicts are left in it, unresolved. */
export const updateFromSpace = prepared(prepareMerge, async (context: InChangeRequest, worked) => {
  const met = await meetSides(context, worked)
  const result = met.merged.conflicts.length > 0 ? ('conflicts' as const) : ('update' as const)
  return { revision: await bringUpToDate(context, met), result }
})

/**
 * Makes the result of the merge the change request's revision, unless that has all of the main line already; answers
 * its id.
 */
async function bringUpToDate(context: ContentContext, { space, changeRequest, merged }: MetSides): Promise<string> {
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
    space.revision,
  )
  return revision
}

const isUpToDate = (changeRequest: ChangeRequestRow, space: SpaceRow) => lastSeen(changeRequest) === space.revision
