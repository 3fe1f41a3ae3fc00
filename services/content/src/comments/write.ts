import type { PostComment, UpdateComment } from '@quire/contracts'
import { absent, anyOf, badRequest, deleted, forbidden } from '@quire/kit'
import type { UpdateObject } from 'kysely'
import type { z } from 'zod'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import { placedPage } from '../pages/history.ts'
import { addComment } from './add.ts'
import { type CommentTarget, commentMarkdown, countComments, findComment, lockComment } from './comments.rules.ts'
import { showAdded, showOne } from './show.ts'

/** Posts a comment; 400 where the page it names is none of the target's. */
export async function postComment(
  context: ContentContext & { body: z.output<typeof PostComment> },
  target: CommentTarget,
) {
  const { body, parser } = context
  const added = await addComment(context, target, {
    ...(body.page !== undefined && { page_id: body.page, revision: await revisionWith(target, body.page) }),
    node_id: body.node ?? null,
    table_record: body.tableCell?.record ?? null,
    table_definition: body.tableCell?.definition ?? null,
    markdown: await commentMarkdown(parser, body.body, 'body.body'),
  })
  return showAdded(context, target, added)
}

/** The target's revision that has the page. */
async function revisionWith(target: CommentTarget, page: string): Promise<string> {
  const open = await target.content()
  if (!(await placedPage(open, page))) throw badRequest('body.page', 'is no page of this content')
  return open.revision.id
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
