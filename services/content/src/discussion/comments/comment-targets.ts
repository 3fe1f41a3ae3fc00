import { type ChangeRequestRow, findChangeRequest } from '../../editing/change-requests/change-requests.rules.ts'
import { openLive, openRevision } from '../../pages/open-revision.ts'
import type { DiscussionContext } from '../context.ts'
import type { CommentTarget } from './comments.rules.ts'

type OnChangeRequest = CommentTarget & { changeRequest: ChangeRequestRow }

/** The target of comments on a space itself; new comments are about its live revision. */
export function onSpace(context: DiscussionContext & { params: { spaceId: string } }): CommentTarget {
  const { spaceId } = context.params
  return { spaceId, changeRequest: undefined, content: once(() => openLive(context, spaceId)) }
}

/** The target of comments on a change request; new comments are about its current revision. */
export async function onChangeRequest(
  context: DiscussionContext & { params: { spaceId: string; changeRequestId: string } },
): Promise<OnChangeRequest> {
  return onChangeRequestRow(context, await findChangeRequest(context.sql, context.params))
}

/** Builds the target from a change request that was read already. */
export function onChangeRequestRow(context: DiscussionContext, changeRequest: ChangeRequestRow): OnChangeRequest {
  const { space_id: spaceId, revision } = changeRequest
  return { spaceId, changeRequest, content: once(() => openRevision(context, spaceId, revision)) }
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => (result ??= work())
}
