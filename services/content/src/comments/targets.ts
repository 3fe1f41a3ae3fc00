import { notFound } from '@quire/kit'
import { findChangeRequest } from '../change-requests/change-requests.rules.ts'
import type { ContentContext } from '../context.ts'
import type { CommentTarget } from './comments.rules.ts'

/** The comments on a space itself; a new one is about its live revision. */
export async function onSpace({
  sql,
  params,
}: ContentContext & { params: { spaceId: string } }): Promise<CommentTarget> {
  const space = await sql.selectFrom('space').select('revision').where('id', '=', params.spaceId).executeTakeFirst()
  if (!space) throw notFound('The space')
  return { spaceId: params.spaceId, changeRequest: undefined, revision: space.revision }
}

/** The comments on a change request; a new one is about the revision it has now. */
export async function onChangeRequest(
  context: ContentContext & { params: { spaceId: string; changeRequestId: string } },
): Promise<CommentTarget> {
  const changeRequest = await findChangeRequest(context.sql, context.params)
  return { spaceId: context.params.spaceId, changeRequest, revision: changeRequest.revision }
}
