import type { CommentQuery } from '@quire/contracts'
import { commentOperations } from '@quire/contracts'
import { anyOf, listOfTexts, notFound, readFirst } from '@quire/kit'
import type { z } from 'zod'
import type { Format } from '../../pages/text-conversion.ts'
import type { DiscussionContext } from '../context.ts'
import { implement } from '../context.ts'
import { changedText } from './authored-text.ts'
import { presentComments, presentOneComment } from './comment-resources.ts'
import { onChangeRequest, onChangeRequestRow, onSpace } from './comment-targets.ts'
import { listCommenters } from './commenters.ts'
import { commentPage, countComments } from './comments.list.ts'
import type { CommentTarget } from './comments.rules.ts'
import { findComment } from './comments.rules.ts'
import { deleteComment, postComment, readComment, updateComment } from './write-comments.ts'

export const commentRoutes = implement(commentOperations, {
  listCommentsInSpace: (context) => listComments(context, onSpace(context)),
  postCommentInSpace: readFirst(
    (context) => readComment(context, onSpace(context)),
    (context, comment) => postComment(context, onSpace(context), comment),
  ),
  getCommentInSpace: (context) => getComment(context, onSpace(context)),
  updateCommentInSpace: readFirst(
    (context) => changedText(context),
    (context, text) => updateComment(context, onSpace(context), text),
  ),
  deleteCommentInSpace: (context) => deleteComment(context, onSpace(context)),
  listCommentersInSpace: (context) => listCommenters(context, onSpace(context)),
  listCommentsInChangeRequest: async (context) => listComments(context, await onChangeRequest(context)),
  postCommentInChangeRequest: readFirst(
    async (context) => {
      const target = await onChangeRequest(context)
      return { changeRequest: target.changeRequest, comment: await readComment(context, target) }
    },
    (context, { changeRequest, comment }) => postComment(context, onChangeRequestRow(context, changeRequest), comment),
  ),
  getCommentInChangeRequest: async (context) => getComment(context, await onChangeRequest(context)),
  updateCommentInChangeRequest: readFirst(
    (context) => changedText(context),
    async (context, text) => updateComment(context, await onChangeRequest(context), text),
  ),
  deleteCommentInChangeRequest: async (context) => deleteComment(context, await onChangeRequest(context)),
  listCommentersInChangeRequest: async (context) => listCommenters(context, await onChangeRequest(context)),
})

/** Lists a page of the target's comments in the order of time. */
async function listComments(
  context: DiscussionContext & { query: z.output<typeof CommentQuery> },
  target: CommentTarget,
) {
  const { sql, page, cursors, query } = context
  const commentsBy = (ids: string[]) => sql.selectFrom('comment').selectAll().where('id', '=', anyOf(ids)).execute()
  return listOfTexts({
    page,
    cursors,
    rows: (await commentPage(target, query, page).execute(sql)).rows,
    presentAll: async (ids) => presentComments(context, target, await commentsBy(ids), query.format),
    count: () => countComments(sql, target, query),
  })
}

/** Presents one comment; throws 404 if the target has none with this id. */
async function getComment(
  context: DiscussionContext & { params: { commentId: string }; query: { format?: Format } },
  target: CommentTarget,
) {
  const row = await findComment(context, target, context.params.commentId)
  if (!row) throw notFound('The comment')
  return presentOneComment(context, target, row, context.query.format)
}
