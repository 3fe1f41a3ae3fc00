import type { PostComment, UpdateComment } from '@quire/contracts'
import { absent, anyOf, badRequest, deleted, forbidden, newId } from '@quire/kit'
import type { UpdateObject } from 'kysely'
import type { z } from 'zod'
import { contribute } from '../change-requests/contributors.ts'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import { openRevision, placedPage } from '../pages/history.ts'
import type { CommentRow } from './comments.present.ts'
import { type CommentTarget, commentMarkdown, countComments, findComment, lockComment } from './comments.rules.ts'
import { showOne } from './show.ts'

/** Posts a comment; 400 where the page it names is none of the target's. */
export async function postComment(
  context: ContentContext & { body: z.output<typeof PostComment> },
  target: CommentTarget,
) {
  const { body, parser } = context
  if (body.page !== undefined) {
    const open = await openRevision(context, target.spaceId, target.revision)
    if (!(await placedPage(open, body.page))) throw badRequest('body.page', 'is no page of this content')
  }
  const row = await addComment(context, target, {
    page_id: body.page ?? null,
    node_id: body.node ?? null,
    table_record: body.tableCell?.record ?? null,
    table_definition: body.tableCell?.definition ?? null,
    markdown: await commentMarkdown(parser, body.body, 'body.body'),
  })
  return showOne(context, target, row)
}

/** Adds a comment of the caller's, counted where it is shown; on a change request it is a contribution. */
export async function addComment(
  context: ContentContext,
  target: CommentTarget,
  comment: Partial<CommentRow> & Pick<CommentRow, 'markdown'>,
): Promise<CommentRow> {
  const { sql, userId, deps } = context
  const row = await sql
    .insertInto('comment')
    .values({
      page_id: null,
      node_id: null,
      table_record: null,
      table_definition: null,
      review_id: null,
      ...comment,
      id: newId(),
      space_id: target.spaceId,
      change_request_id: target.changeRequest?.id ?? null,
      revision: target.revision,
      status: 'open',
      replies: 0,
      posted_by: userId,
      posted_at: deps.now(),
      edited_at: null,
      resolved_by: null,
      resolved_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await countComments(context, target, 1)
  // After the counter has locked the change request's row: everything that locks both takes them in this order.
  if (target.changeRequest)
    await contribute(sql, target.changeRequest, { by: userId, at: new Date(row.posted_at), type: 'comment' })
  return row
}

/** Edits (its author only), resolves or opens again, and reacts (docs/interface.md#comments). */
export async function updateComment(
  context: ContentContext & { params: { commentId: string }; body: z.output<typeof UpdateComment> },
  target: CommentTarget,
) {
  const { sql, body, userId, parser, deps } = context
  // Before the lock: a document may take long to read.
  const markdown = body.body && (await commentMarkdown(parser, body.body, 'body.body'))
  const row = await lockComment(context, target, context.params.commentId)
  if (body.body !== undefined && row.posted_by !== userId) throw forbidden('Only its author may edit a comment.')
  const change: UpdateObject<Tables, 'comment'> = {}
  if (markdown !== undefined) Object.assign(change, { markdown, edited_at: deps.now() })
  if (body.resolved !== undefined && body.resolved !== (row.status === 'resolved')) {
    Object.assign(change, resolution(body.resolved, userId, deps.now()))
    await countComments(context, target, body.resolved ? -1 : 1)
  }
  await react(context, row.id, body.addedReactions ?? [], body.removedReactions ?? [])
  const changed = Object.keys(change).length > 0
  const updated = changed
    ? await sql.updateTable('comment').set(change).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow()
    : row
  return showOne(context, target, updated)
}

const resolution = (isResolved: boolean, userId: string, now: Date) =>
  isResolved
    ? { status: 'resolved', resolved_by: userId, resolved_at: now }
    : { status: 'open', resolved_by: null, resolved_at: null }

async function react({ sql, userId, deps }: ContentContext, commentId: string, added: string[], removed: string[]) {
  if (added.length > 0) {
    const rows = added.map((emoji) => ({ comment_id: commentId, emoji, user_id: userId, reacted_at: deps.now() }))
    await sql
      .insertInto('reaction')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (removed.length > 0) {
    await sql
      .deleteFrom('reaction')
      .where('comment_id', '=', commentId)
      .where('user_id', '=', userId)
      .where('emoji', '=', anyOf(removed))
      .execute()
  }
}

/** Deletes a comment; only its author or an admin may. */
export async function deleteComment(
  context: ContentContext & { params: { commentId: string } },
  target: CommentTarget,
) {
  const row = await findComment(context, target, context.params.commentId)
  if (!row) return absent()
  if (row.posted_by !== context.userId && context.access.level !== 'admin')
    throw forbidden('Only its author or an admin may delete a comment.')
  const gone = await context.sql.deleteFrom('comment').where('id', '=', row.id).returning('status').executeTakeFirst()
  if (!gone) return absent()
  if (gone.status === 'open') await countComments(context, target, -1)
  return deleted()
}
