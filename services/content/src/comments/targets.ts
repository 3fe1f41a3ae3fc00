import { type ChangeRequestRow, findChangeRequest } from '../change-requests/change-requests.rules.ts'
import type { ContentContext } from '../context.ts'
import { openLive, openRevision } from '../pages/history.ts'
import type { CommentTarget } from './comments.rules.ts'

type OnChangeRequest = CommentTarget & { changeRequest: ChangeRequestRow }

/** The comments on a space itself; a new one is about its live revision. */
export function onSpace(context: ContentContext & { params: { spaceId: string } }): CommentTarget {
  const { spaceId } = context.params
  return { spaceId, changeRequest: undefined, content: once(() => openLive(context, spaceId)) }
}

/** The comments on a change request; a new one is about the revision it has now. */
export async function onChangeRequest(
  context: ContentContext & { params: { spaceId: string; changeRequestId: string } },
): Promise<OnChangeRequest> {
  return onChangeRequestRow(context, await findChangeRequest(context.sql, context.params))
}

/** The same where the change request was read already. */
export function onChangeRequestRow(context: ContentContext, changeRequest: ChangeRequestRow): OnChangeRequest {
  const { space_id: spaceId, revision } = changeRequest
  return { spaceId, changeRequest, content: once(() => openRevision(context, spaceId, revision)) }
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => (result ??= work())
}
