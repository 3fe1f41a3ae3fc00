import { notFound } from '@quire/kit'
import { valuesOf } from '@quire/parsing'
import { storageOf } from '../../pages/open-revision.ts'
import { type FormerAddresses, formerAddresses } from '../../storage/revisions/former-addresses.ts'
import { findRevision, findRevisions } from '../../storage/revisions/revisions.ts'
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
  requireSeen,
} from './change-requests.rules.ts'

export type InChangeRequest = EditingContext & { params: ChangeRequestPath }

/** A change request and its space, both locked, with the result of their merge. */
export interface LockedMerge {
  space: SpaceRow
  changeRequest: ChangeRequestRow
  merged: MergeResult
  /** The addresses that pages leave if the merge becomes live. */
  left: FormerAddresses
}

/** The ids of the revisions that a merge combines. */
interface SideIds {
  base: string
  ours: string
  theirs: string
}

/** A merge computed before the locks are taken. Valid as long as the sides have not changed. */
interface ComputedMerge extends SideIds {
  merged: MergeResult
}

interface PreparedMerge extends ComputedMerge {
  /** The addresses that pages leave if the merge becomes live. */
  left: FormerAddresses
}

/**
 * Computes the merge without locks, so that the space can change meanwhile. `lockAndMerge` validates the result. Throws
 * 409 unless the change request has the revision `seen`, if one is given.
 */
export async function prepareMerge(context: InChangeRequest, seen?: string): Promise<PreparedMerge> {
  const changeRequest = await findChangeRequest(context.sql, context.params)
  requireActive(changeRequest)
  requireSeen(changeRequest, seen)
  const space = await context.sql
    .selectFrom('space')
    .select(['id', 'store', 'revision'])
    .where('id', '=', changeRequest.space_id)
    .executeTakeFirst()
  if (!space) throw notFound('The space')
  return withFormerAddresses(context, space, await computeMerge(context, space, changeRequest))
}

/**
 * Locks both sides. If one has changed since the merge was prepared, computes the merge again under the locks. Throws 409
 * unless the change request still has the revision `seen`, if one is given.
 */
export async function lockAndMerge(
  context: InChangeRequest,
  prepared: PreparedMerge,
  seen?: string,
): Promise<LockedMerge> {
  const { space, changeRequest } = await lockChangeRequest(context, context.params)
  requireActive(changeRequest)
  requireSeen(changeRequest, seen)
  const ids = sideIds(space, changeRequest)
  const isCurrent = ids.base === prepared.base && ids.ours === prepared.ours && ids.theirs === prepared.theirs
  const { merged, left } = isCurrent
    ? prepared
    : await withFormerAddresses(context, space, await computeMerge(context, space, changeRequest))
  return { space, changeRequest, merged, left }
}

type Space = Pick<SpaceRow, 'id' | 'store' | 'revision'>

const sideIds = (space: Space, changeRequest: ChangeRequestRow): SideIds => ({
  base: lastSeen(changeRequest),
  ours: space.revision,
  theirs: changeRequest.revision,
})

async function withFormerAddresses(
  context: InChangeRequest,
  { id, store }: Space,
  computed: ComputedMerge,
): Promise<PreparedMerge> {
  const ours = await findRevision(context.sql, id, computed.ours, context.deps.caches.revisions)
  if (!ours) throw notFound('The revision')
  return { ...computed, left: await formerAddresses(storageOf(context, store), ours.roots, computed.merged) }
}

async function computeMerge(
  context: InChangeRequest,
  space: Space,
  changeRequest: ChangeRequestRow,
): Promise<ComputedMerge> {
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
