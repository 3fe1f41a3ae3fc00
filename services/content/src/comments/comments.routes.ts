import {
  type Comment,
  type CommentQuery,
  commentOperations,
  type PostComment,
  type UpdateComment,
} from '@quire/contracts'
import { absent, badRequest, deleted, forbidden, listOf, newId, notFound } from '@quire/kit'
import type { UpdateObject } from 'kysely'
import type { z } from 'zod'
import { findChangeRequest } from '../change-requests/change-requests.rules.ts'
import { type ContentContext, implement } from '../context.ts'
import type { Tables } from '../database.ts'
import { bodyToMarkdown, presentBody } from '../pages/bodies.ts'
import { openRevision, placedPage } from '../pages/history.ts'
import { type CommentRow, presentComment, surroundings } from './comments.present.ts'
import { type CommentTarget, countComments, findComment, lockComment } from './comments.rules.ts'

type Format = 'document' | 'markdown' | undefined

async function onSpace({ sql, params }: ContentContext & { params: { spaceId: string } }): Promise<CommentTarget> {
  const { revision } = await sql
    .selectFrom('space')
    .select('revision')
    .where('id', '=', params.spaceId)
    .executeTakeFirstOrThrow()
  return { spaceId: params.spaceId, changeRequest: undefined, revision }
}

async function onChangeRequest(
  context: ContentContext & { params: { spaceId: string; changeRequestId: string } },
): Promise<CommentTarget> {
  const changeRequest = await findChangeRequest(context.sql, context.params)
  return { spaceId: context.params.spaceId, changeRequest, revision: changeRequest.revision }
}

async function show(
  context: ContentContext,
  target: CommentTarget,
  rows: CommentRow[],
  format?: Format,
): Promise<Comment[]> {
  const { sql, userId, access, deps } = context
  const around = await surroundings(sql, rows, await targetPages(context, target, rows))
  const view = {
    userId,
    level: access.level,
    publicUrl: deps.publicUrl,
    body: (markdown: string) => presentBody(markdown, format),
  }
  return rows.map((row) => presentComment(row, around, view))
}

async function showOne(
  context: ContentContext,
  target: CommentTarget,
  row: CommentRow,
  format?: Format,
): Promise<Comment> {
  const [comment] = await show(context, target, [row], format)
  if (!comment) throw new Error('a comment was shown as nothing')
  return comment
}

/** The pages that comments are about, as they are now; `outdated` says whether one changed since. */
async function targetPages(context: ContentContext, target: CommentTarget, rows: CommentRow[]) {
  const pages = new Map<string, Comment['target']['page']>()
  const pageIds = new Set(rows.flatMap((row) => row.page_id ?? []))
  if (pageIds.size === 0) return pages
  const open = await openRevision(context, target.spaceId, target.revision)
  for (const id of pageIds) {
    const found = await placedPage(open, id)
    if (!found) continue
    const { title, updatedAt } = found.page
    const isOutdated = rows.some((row) => row.page_id === id && new Date(row.posted_at) < new Date(updatedAt))
    pages.set(id, { id, title, path: found.path, outdated: isOutdated })
  }
  return pages
}

async function list(context: ContentContext & { query: z.output<typeof CommentQuery> }, target: CommentTarget) {
  const { sql, page, cursors, query } = context
  const { order, status, targetPage, authors, format } = query
  const after = page.cursor?.after[0]
  const filtered = sql
    .selectFrom('comment')
    .where('space_id', '=', target.spaceId)
    .where('change_request_id', 'is not distinct from', target.changeRequest?.id ?? null)
    .$if(status !== 'all', (select) => select.where('status', '=', status === 'open' ? 'open' : 'resolved'))
    .$if(targetPage !== undefined, (select) => select.where('page_id', '=', targetPage ?? ''))
    .$if(authors !== undefined, (select) => select.where('posted_by', 'in', authors ?? []))
  const rows = await filtered
    .selectAll()
    .$if(after !== undefined, (select) => select.where('id', order === 'asc' ? '>' : '<', String(after)))
    .orderBy('id', order)
    .limit(page.limit + 1)
    .execute()
  const shown = new Map((await show(context, target, rows, format)).map((comment) => [comment.id, comment]))
  return listOf({ page, cursors, rows, present: (row) => shown.get(row.id) as Comment, after: (row) => [row.id] })
}

async function post(context: ContentContext & { body: z.output<typeof PostComment> }, target: CommentTarget) {
  const { sql, body, userId } = context
  if (body.page !== undefined) {
    const open = await openRevision(context, target.spaceId, target.revision)
    if (!(await placedPage(open, body.page))) throw badRequest('body.page', 'is no page of this content')
  }
  const row = await sql
    .insertInto('comment')
    .values({
      id: newId(),
      space_id: target.spaceId,
      change_request_id: target.changeRequest?.id ?? null,
      revision: target.revision,
      page_id: body.page ?? null,
      node_id: body.node ?? null,
      table_record: body.tableCell?.record ?? null,
      table_definition: body.tableCell?.definition ?? null,
      markdown: bodyToMarkdown(body.body, 'body.body'),
      status: 'open',
      replies: 0,
      posted_by: userId,
      posted_at: new Date(),
      edited_at: null,
      resolved_by: null,
      resolved_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await countComments(context, target, 1)
  return showOne(context, target, row)
}

async function get(
  context: ContentContext & { params: { commentId: string }; query: { format?: Format } },
  target: CommentTarget,
) {
  const row = await findComment(context, target, context.params.commentId)
  if (!row) throw notFound('The comment')
  return showOne(context, target, row, context.query.format)
}

async function update(
  context: ContentContext & { params: { commentId: string }; body: z.output<typeof UpdateComment> },
  target: CommentTarget,
) {
  const { sql, body, userId, access } = context
  const row = await lockComment(context, target, context.params.commentId)
  if (body.body !== undefined && row.posted_by !== userId) throw forbidden('Only its author may edit a comment.')
  const change: UpdateObject<Tables, 'comment'> = {}
  if (body.body !== undefined)
    Object.assign(change, { markdown: bodyToMarkdown(body.body, 'body.body'), edited_at: new Date() })
  if (body.resolved !== undefined && body.resolved !== (row.status === 'resolved')) {
    Object.assign(change, resolution(body.resolved, userId))
    await countComments(context, target, body.resolved ? -1 : 1)
  }
  await react(context, row.id, body.addedReactions ?? [], body.removedReactions ?? [])
  const changed = Object.keys(change).length > 0
  const updated = changed
    ? await sql.updateTable('comment').set(change).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow()
    : row
  return showOne({ ...context, access }, target, updated)
}

const resolution = (isResolved: boolean, userId: string) =>
  isResolved
    ? { status: 'resolved', resolved_by: userId, resolved_at: new Date() }
    : { status: 'open', resolved_by: null, resolved_at: null }

async function react({ sql, userId }: ContentContext, commentId: string, added: string[], removed: string[]) {
  if (added.length > 0) {
    const rows = added.map((emoji) => ({ comment_id: commentId, emoji, user_id: userId, reacted_at: new Date() }))
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
      .where('emoji', 'in', removed)
      .execute()
  }
}

async function remove(context: ContentContext & { params: { commentId: string } }, target: CommentTarget) {
  const row = await findComment(context, target, context.params.commentId)
  if (!row) return absent()
  if (row.posted_by !== context.userId && context.access.level !== 'admin')
    throw forbidden('Only its author or an admin may delete a comment.')
  const gone = await context.sql.deleteFrom('comment').where('id', '=', row.id).returning('status').executeTakeFirst()
  if (!gone) return absent()
  if (gone.status === 'open') await countComments(context, target, -1)
  return deleted()
}

export const commentRoutes = implement(commentOperations, {
  listCommentsInSpace: async (context) => list(context, await onSpace(context)),
  postCommentInSpace: async (context) => post(context, await onSpace(context)),
  getCommentInSpace: async (context) => get(context, await onSpace(context)),
  updateCommentInSpace: async (context) => update(context, await onSpace(context)),
  deleteCommentInSpace: async (context) => remove(context, await onSpace(context)),
  listCommentsInChangeRequest: async (context) => list(context, await onChangeRequest(context)),
  postCommentInChangeRequest: async (context) => post(context, await onChangeRequest(context)),
  getCommentInChangeRequest: async (context) => get(context, await onChangeRequest(context)),
  updateCommentInChangeRequest: async (context) => update(context, await onChangeRequest(context)),
  deleteCommentInChangeRequest: async (context) => remove(context, await onChangeRequest(context)),
})
