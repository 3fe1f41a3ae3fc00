import { notFound } from '@quire/kit'
import { valuesOf } from '@quire/parsing'
import { storageOf } from '../../pages/open-revision.ts'
import { findRevisions } from '../../storage/revisions/revisions.ts'
import type { SpaceRow } from '../../workspace/tree/spaces.state.ts'
import type { EditingContext, EditingParser } from '../context.ts'
import { type MergeResult, merge } from '../merge/merge.ts'
import { type MergeTexts, mergeTextCoarsely } from '../merge/merge-text.ts'
import { lastSeen } from './change-requests.present.ts'
import {
  type ChangeRequestPath,
  type ChangeRequestRow,
  findChangeRequest,
  lockChangeRequest,
  requireActive,
} from './change-requests.rules.ts'

export type InChangeRequest = EditingContext & { params: ChangeRequestPath }

/** A change request and its space, both locked, with the result of their merge. */
export interface LockedMerge {
  space: SpaceRow
  changeRequest: ChangeRequestRow
  merged: MergeResult
}

/** The ids of the revisions that a merge combines. */
interface SideIds {
  base: string
  ours: string
  theirs: string
}

/** A merge computed before the locks are taken. Valid as long as the sides have not changed. */
interface PreparedMerge extends SideIds {
  merged: MergeResult
}

/** Computes the merge without locks, so that the space can change meanwhile. `lockAndMerge` validates the result. */
export async function prepareMerge(context: InChangeRequest): Promise<PreparedMerge> {
  const changeRequest = await findChangeRequest(context.sql, context.params)
  requireActive(changeRequest)
  const space = await context.sql
    .selectFrom('space')
    .select(['id', 'store', 'revision'])
    .where('id', '=', changeRequest.space_id)
    .executeTakeFirst()
  if (!space) throw notFound('The space')
  return computeMerge(context, space, changeRequest)
}

/** Locks both sides. If one has changed since the merge was prepared, computes the merge again under the locks. */
export async function lockAndMerge(context: InChangeRequest, prepared: PreparedMerge): Promise<LockedMerge> {
  const { space, changeRequest } = await lockChangeRequest(context, context.params)
  requireActive(changeRequest)
  const ids = sideIds(space, changeRequest)
  const isCurrent = ids.base === prepared.base && ids.ours === prepared.ours && ids.theirs === prepared.theirs
  return {
    space,
    changeRequest,
    merged: (isCurrent ? prepared : await computeMerge(context, space, changeRequest)).merged,
  }
}

type Space = Pick<SpaceRow, 'id' | 'store' | 'revision'>

const sideIds = (space: Space, changeRequest: ChangeRequestRow): SideIds => ({
  base: lastSeen(changeRequest),
  ours: space.revision,
  theirs: changeRequest.revision,
})

async function computeMerge(
  context: InChangeRequest,
  space: Space,
  changeRequest: ChangeRequestRow,
): Promise<PreparedMerge> {
  const ids = sideIds(space, changeRequest)
  const revisions = await findRevisions(context.sql, space.id, Object.values(ids), context.deps.caches.revisions)
  const rootsOf = (id: string) => {
    const revision = revisions.get(id)
    if (!revision) throw notFound('The revision')
    return revision.roots
  }
  const sides = { base: rootsOf(ids.base), ours: rootsOf(ids.ours), theirs: rootsOf(ids.theirs) }
  return { ...ids, merged: await merge(storageOf(context, space.store), sides, mergeTextsWith(context.parser)) }
}

/** Merges texts in the parser's threads. A text that takes too long is merged coarsely, which may add conflicts. */
const mergeTextsWith =
  (parser: EditingParser): MergeTexts =>
  async (texts) => {
    const merged = await parser.runEach(
      'mergeText',
      texts.map((three) => [...three]),
    )
    return valuesOf(texts, merged, (three) => mergeTextCoarsely(...three))
  }
