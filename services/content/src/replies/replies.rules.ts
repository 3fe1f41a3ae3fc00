import { notFound } from '@quire/kit'
import type { Selectable } from 'kysely'
import { type CommentTarget, ofTarget } from '../comments/comments.rules.ts'
import type { ContentContext } from '../context.ts'
import type { Sql, Tables } from '../database.ts'

export type ReplyRow = Selectable<Tables['comment_reply']>

/** How a path names a reply. */
export interface ReplyPath {
  commentId: string
  commentReplyId: string
}

/** The reply to the target's comment; a reply to another comment is not found, nor one to another target's. */
const replyOf = (sql: Sql, target: CommentTarget, { commentId, commentReplyId }: ReplyPath) =>
  sql
    .selectFrom('comment_reply')
    .selectAll()
    .where('id', '=', commentReplyId)
    .where('comment_id', '=', commentId)
    .where((where) => where.exists(where.selectFrom('comment').where('id', '=', commentId).where(ofTarget(target))))

export const findReply = (sql: Sql, target: CommentTarget, path: ReplyPath): Promise<ReplyRow | undefined> =>
  replyOf(sql, target, path).executeTakeFirst()

/** The same, locked until the change commits; 404 where there is none. */
export async function lockReply(
  { sql }: Pick<ContentContext, 'sql'>,
  target: CommentTarget,
  path: ReplyPath,
): Promise<ReplyRow> {
  const row = await replyOf(sql, target, path).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound('The reply')
  return row
}
