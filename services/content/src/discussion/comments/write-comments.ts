import type { PostComment, UpdateComment } from '@quire/contracts'
import { absent, badRequest, deleted } from '@quire/kit'
import type { UpdateObject } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../database.ts'
import { pageWithPath } from '../../pages/open-revision.ts'
import { markdownOf } from '../../storage/revisions/revision-reads.ts'
import type { DiscussionContext } from '../context.ts'
import { addComment, type NewComment } from './add-comment.ts'
import { type CommentText, commentText, requireAuthor, requireDeleter } from './authored-text.ts'
import { presentAddedComment, presentOneComment } from './comment-resources.ts'
import { type CommentTarget, countOpenComments, findComment, lockComment } from './comments.rules.ts'
import { notifyOfComment, notifyOfEdit } from './notify-readers.ts'
import { commentReactions, react } from './reactions.ts'
import { commentedPage } from './target-pages.ts'

type Posting = DiscussionContext & { body: z.output<typeof PostComment> }

type ReadComment = NewComment & CommentText

/** Reads a new comment from the request; throws 400 if the named page is not one of the target's. */
export async function readComment(context: Posting, target: CommentTarget): Promise<ReadComment> {
  const { body, parser } = context
  return {
    ...(await aboutPage(context, target)),
    ...(await commentText(parser, body.body, 'body.body')),
    node_id: body.node ?? null,
    table_record: body.tableCell?.record ?? null,
    table_definition: body.tableCell?.definition ?? null,
  }
}

/** Posts a comment that `readComment` returned. */
export async function postComment(context: DiscussionContext, target: CommentTarget, comment: ReadComment) {
  const added = await addComment(context, target, comment)
  await notifyOfComment(context, target, { id: added.id, mentioned: comment.mentioned })
  return presentAddedComment(context, target, added)
}

/** The page in the target's revision, with a preview of the block that the comment names. */
async function aboutPage({ body: { page: id, node }, parser }: Posting, target: CommentTarget) {
  if (id === undefined) return {}
  const open = await target.content()
  const found = await pageWithPath(open, id)
  if (!found) throw badRequest('body.page', 'is no page of this content')
  const preview = node && (await parser.run('nodePreview', await markdownOf(open.storage, found.page), node))
  return { page_id: id, page: commentedPage(found), revision: open.revision.id, node_preview: preview ?? null }
}

/**
 * Edits a comment (only its author may), resolves or reopens it, and changes reactions (docs/interface.md#comments).
 * `text` is the new one, if there is one.
 */
export async function updateComment(
  context: DiscussionContext & { params: { commentId: string }; body: z.output<typeof UpdateComment> },
  target: CommentTarget,
  text: CommentText | undefined,
) {
  const { sql, body, userId, deps } = context
  const row = await lockComment(context, target, context.params.commentId)
  if (body.body !== undefined) requireAuthor(context, row, 'comment')
  const change: UpdateObject<Tables, 'comment'> = {}
  if (text) Object.assign(change, { markdown: text.markdown, edited_at: deps.now() })
  if (body.resolved !== undefined && body.resolved !== (row.status === 'resolved')) {
    Object.assign(change, resolution(body.resolved, userId, deps.now()))
    await countOpenComments(context, target, body.resolved ? -1 : 1)
  }
  await react(context, commentReactions, row.id, body)
  const changed = Object.keys(change).length > 0
  const updated = changed
    ? await sql.updateTable('comment').set(change).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow()
    : row
  if (text) await notifyOfEdit(context, target, { commentId: row.id }, text)
  return presentOneComment(context, target, updated)
}

const resolution = (isResolved: boolean, userId: string, now: Date) =>
  isResolved
    ? { status: 'resolved', resolved_by: userId, resolved_at: now }
    : { status: 'open', resolved_by: null, resolved_at: null }

/** Deletes a comment with its replies; only its author, or somebody with `create` on the space, may do so. */
export async function deleteComment(
  context: DiscussionContext & { params: { commentId: string } },
  target: CommentTarget,
) {
  const row = await findComment(context, target, context.params.commentId)
  if (!row) return absent()
  requireDeleter(context, row, 'comment')
  const removed = await context.sql
    .deleteFrom('comment')
    .where('id', '=', row.id)
    .returning('status')
    .executeTakeFirst()
  if (!removed) return absent()
  if (removed.status === 'open') await countOpenComments(context, target, -1)
  return deleted()
}
