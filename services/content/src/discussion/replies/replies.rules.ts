import { notFound } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Sql, Tables } from '../../database.ts'
import { type CommentTarget, ofTarget } from '../comments/comments.rules.ts'
import type { DiscussionContext } from '../context.ts'

export type ReplyRow = Selectable<Tables['comment_reply']>

/** The parameters of a path that identify a reply. */
export interface ReplyPath {
  commentId: string
  commentReplyId: string
}

/** Selects a reply to the target's comment, and never one to another comment or another target. */
const replyOf = (sql: Sql, target: CommentTarget, { commentId, commentReplyId }: ReplyPath) =>
  sql
    .selectFrom('comment_reply')
    .selectAll()
    .where('id', '=', commentReplyId)
    .where('comment_id', '=', commentId)
    .where((where) => where.exists(where.selectFrom('comment').where('id', '=', commentId).where(ofTarget(target))))

export const findReply = (sql: Sql, target: CommentTarget, path: ReplyPath): Promise<ReplyRow | undefined> =>
  replyOf(sql, target, path).executeTakeFirst()

/** Locks a reply until the change commits; throws 404 if there is none. */
export async function lockReply(
  { sql }: Pick<DiscussionContext, 'sql'>,
  target: CommentTarget,
  path: ReplyPath,
): Promise<ReplyRow> {
  const row = await replyOf(sql, target, path).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound('The reply')
  return row
}
