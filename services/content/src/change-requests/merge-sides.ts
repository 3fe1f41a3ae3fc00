import { notFound } from '@quire/kit'
import { valuesOf } from '@quire/parsing'
import type { ContentContext } from '../context.ts'
import { type MergeResult, merge } from '../merge/merge.ts'
import { type MergeTexts, mergeTextCoarsely } from '../merge/text.ts'
import { storageOf } from '../pages/history.ts'
import type { TextParser } from '../parsing.ts'
import { findRevisions } from '../revisions/revisions.ts'
import type { SpaceRow } from '../structure/spaces.state.ts'
import { lastSeen } from './change-requests.present.ts'
import {
  type ChangeRequestPath,
  type ChangeRequestRow,
  findChangeRequest,
  lockChangeRequest,
  requireActive,
} from './change-requests.rules.ts'

export type InChangeRequest = ContentContext & { params: ChangeRequestPath }

/** A change request and its space, under the locks that keep them still, and what their merge comes to. */
export interface MetSides {
  space: SpaceRow
  changeRequest: ChangeRequestRow
  merged: MergeResult
}

/** The revisions that a merge is of, by their ids. */
interface SideIds {
  base: string
  ours: string
  theirs: string
}

/** A merge that was worked out before the locks: it holds where the sides are still these. */
interface PreparedMerge extends SideIds {
  merged: MergeResult
}

/**
 * Works the merge out without any lock, so that others can change the space meanwhile. It is written under the locks.
 */
export async function prepareMerge(context: InChangeRequest): Promise<PreparedMerge> {
  const changeRequest = await findChangeRequest(context.sql, context.params)
  requireActive(changeRequest)
  const space = await context.sql
    .selectFrom('space')
    .select(['id', 'store', 'revision'])
    .where('id', '=', changeRequest.space_id)
    .executeTakeFirst()
  if (!space) throw notFound('The space')
  return mergeOf(context, space, changeRequest)
}

/** Takes the locks; where a side moved since the merge was prepared, it is worked out again under them. */
export async function meetSides(context: InChangeRequest, prepared: PreparedMerge): Promise<MetSides> {
  const { space, changeRequest } = await lockChangeRequest(context, context.params)
  requireActive(changeRequest)
  const ids = sideIds(space, changeRequest)
  const holds = ids.base === prepared.base && ids.ours === prepared.ours && ids.theirs === prepared.theirs
  return { space, changeRequest, merged: (holds ? prepared : await mergeOf(context, space, changeRequest)).merged }
}

type Space = Pick<SpaceRow, 'id' | 'store' | 'revision'>

const sideIds = (space: Space, changeRequest: ChangeRequestRow): SideIds => ({
  base: lastSeen(changeRequest),
  ours: space.revision,
  theirs: changeRequest.revision,
})

async function mergeOf(
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
  return { ...ids, merged: await merge(storageOf(context, space.store), sides, mergingWith(context.parser)) }
}

/** A text that takes too long to merge is merged coarsely: what cannot be told apart then is a conflict to resolve. */
const mergingWith =
  (parser: TextParser): MergeTexts =>
  async (texts) => {
    const merged = await parser.runEach(
      'mergeText',
      texts.map((three) => [...three]),
    )
    return valuesOf(texts, merged, (three) => mergeTextCoarsely(...three))
  }
