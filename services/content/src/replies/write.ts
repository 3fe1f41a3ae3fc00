import type { CommentReply, PostCommentReply, UpdateCommentReply } from '@quire/contracts'
import { absent, deleted, newId, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import { contribution } from '../change-requests/contributors.ts'
import { type CommentTarget, lockComment, ofTarget, targetId } from '../comments/comments.rules.ts'
import { react, replyReactions } from '../comments/reactions.ts'
import { bodiesOf, commentMarkdown, requireAuthor, requireDeleter } from '../comments/texts.ts'
import type { ContentContext } from '../context.ts'
import type { Format } from '../pages/bodies.ts'
import { showReply } from './read.ts'
import { findReply, lockReply, type ReplyPath, type ReplyRow } from './replies.rules.ts'

type Post = ContentContext & {
  params: { commentId: string }
  query: { format?: Format }
  body: z.output<typeof PostCommentReply>
}

/** What a new reply says, as it came and as it will be shown. */
interface NewReply {
  markdown: string
  /** In the format that the caller asked for. */
  shown: CommentReply['body'][]
}

/** Throws 400 where it cannot be read, and 409 where it cannot be shown in that format. */
export async function readReply({ parser, body, query }: Post): Promise<NewReply> {
  const markdown = await commentMarkdown(parser, body.body, 'body.body')
  return { markdown, shown: await bodiesOf(parser, [{ markdown }], query.format) }
}

/** Answers a comment, open or resolved. */
export async function postReply(context: Post, target: CommentTarget, { markdown, shown }: NewReply) {
  return showReply(context, target, await addReply(context, target, markdown), shown)
}

/**
 * Adds a reply in one statement. It is counted on the comment, under its row's lock; in a change request it is a
 * contribution.
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

/** Edits (its author only) and reacts (docs/interface.md#comments). `markdown` is the new text, if there is one. */
export async function updateReply(
  context: ContentContext & { params: ReplyPath; body: z.output<typeof UpdateCommentReply> },
  target: CommentTarget,
  markdown: string | undefined,
) {
  const { sql, body, deps } = context
  const row = await lockReply(context, target, context.params)
  if (body.body !== undefined) requireAuthor(context, row, 'reply')
  await react(context, replyReactions, row.id, body)
  if (markdown === undefined) return showReply(context, target, row)
  const edited = await sql
    .updateTable('comment_reply')
    .set({ markdown, edited_at: deps.now() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return showReply(context, target, edited)
}

/** Deletes a reply; only its author or somebody who may create here. 404 where the target has no such comment. */
export async function deleteReply(context: ContentContext & { params: ReplyPath }, target: CommentTarget) {
  const { sql, params } = context
  // Everything that takes replies away holds their comment's lock first, so none of it can wait for another.
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
