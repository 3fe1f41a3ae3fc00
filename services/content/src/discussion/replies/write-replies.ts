import type { CommentReply, PostCommentReply, UpdateCommentReply } from '@quire/contracts'
import { absent, deleted, newId, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import { contribution } from '../../editing/change-requests/contributors.ts'
import type { Format } from '../../pages/text-conversion.ts'
import { bodiesOf, type CommentText, commentText, requireAuthor, requireDeleter } from '../comments/authored-text.ts'
import { type CommentTarget, lockComment, ofTarget, targetId } from '../comments/comments.rules.ts'
import { notifyOfEdit, notifyOfReply } from '../comments/notify-readers.ts'
import { react, replyReactions } from '../comments/reactions.ts'
import type { DiscussionContext } from '../context.ts'
import { presentReply } from './read-replies.ts'
import { findReply, lockReply, type ReplyPath, type ReplyRow } from './replies.rules.ts'

type Post = DiscussionContext & {
  params: { commentId: string }
  query: { format?: Format }
  body: z.output<typeof PostCommentReply>
}

/** The text of a new reply, and its presentation. */
interface NewReply extends CommentText {
  /** The body in the requested format. */
  bodies: CommentReply['body'][]
}

/** Reads a new reply; throws 400 if the body is invalid, and 409 if it cannot be presented in the requested format. */
export async function readReply({ parser, body, query }: Post): Promise<NewReply> {
  const text = await commentText(parser, body.body, 'body.body')
  return { ...text, bodies: await bodiesOf(parser, [text], query.format) }
}

/** Posts a reply to a comment, open or resolved. */
export async function postReply(context: Post, target: CommentTarget, { markdown, mentioned, bodies }: NewReply) {
  const added = await addReply(context, target, markdown)
  await notifyOfReply(context, target, { id: added.id, commentId: added.comment_id, mentioned })
  return presentReply(context, target, added, bodies)
}

/**
 * Adds a reply in one statement, which also raises the comment's counter under the lock on its row; on a change request
 * the reply is a contribution.
 */
async function addReply(
  { sql, userId, deps, params }: Pick<Post, 'sql' | 'userId' | 'deps' | 'params'>,
  target: CommentTarget,
  markdown: string,
): Promise<ReplyRow> {
  const at = deps.now()
  const { rows } = await raw<ReplyRow>`
    with answered as (
      update comment set replies = replies + 1 where id = ${params.commentId} and ${ofTarget(target)}
      returning id as comment_id, space_id, change_request_id as id
    ), contributed as (
      ${target.changeRequest ? contribution('answered', { by: userId, at, type: 'comment' }) : raw`select`}
    )
    insert into comment_reply (id, comment_id, target_id, markdown, posted_by, posted_at)
    select ${newId()}, comment_id, ${targetId(target)}, ${markdown}, ${userId}, ${at}::timestamptz
    from answered returning *`.execute(sql)
  const [row] = rows
  if (!row) throw notFound('The comment')
  return row
}

/**
 * Edits a reply (only its author may) and changes reactions (docs/interface.md#comments). `text` is the new one, if there
 * is one.
 */
export async function updateReply(
  context: DiscussionContext & { params: ReplyPath; body: z.output<typeof UpdateCommentReply> },
  target: CommentTarget,
  text: CommentText | undefined,
) {
  const { sql, body, deps } = context
  const row = await lockReply(context, target, context.params)
  if (body.body !== undefined) requireAuthor(context, row, 'reply')
  await react(context, replyReactions, row.id, body)
  if (!text) return presentReply(context, target, row)
  const edited = await sql
    .updateTable('comment_reply')
    .set({ markdown: text.markdown, edited_at: deps.now() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await notifyOfEdit(context, target, { commentId: row.comment_id, replyId: row.id }, text)
  return presentReply(context, target, edited)
}

/**
 * Deletes a reply; only its author, or somebody with `create` on the space, may do so. Throws 404 if the target has no
 * such comment.
 */
export async function deleteReply(context: DiscussionContext & { params: ReplyPath }, target: CommentTarget) {
  const { sql, params } = context
  // Everything that deletes replies locks their comment first, so no two can deadlock.
  await lockComment(context, target, params.commentId)
  const row = await findReply(sql, target, params)
  if (!row) return absent()
  requireDeleter(context, row, 'reply')
  await sql.deleteFrom('comment_reply').where('id', '=', row.id).execute()
  await sql
    .updateTable('comment')
    .set((column) => ({ replies: column('replies', '-', 1) }))
    .where('id', '=', row.comment_id)
    .execute()
  return deleted()
}
