import { commentOperations } from '@quire/contracts'
import { readFirst } from '@quire/kit'
import { implement } from '../context.ts'
import { changedMarkdown } from './authored-text.ts'
import { onChangeRequest, onChangeRequestRow, onSpace } from './comment-targets.ts'
import { listCommenters } from './commenters.ts'
import { getComment, listComments } from './read-comments.ts'
import { deleteComment, postComment, readComment, updateComment } from './write-comments.ts'

export const commentRoutes = implement(commentOperations, {
  listCommentsInSpace: (context) => listComments(context, onSpace(context)),
  postCommentInSpace: readFirst(
    (context) => readComment(context, onSpace(context)),
    (context, comment) => postComment(context, onSpace(context), comment),
  ),
  getCommentInSpace: (context) => getComment(context, onSpace(context)),
  updateCommentInSpace: readFirst(
    (context) => changedMarkdown(context),
    (context, markdown) => updateComment(context, onSpace(context), markdown),
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
    (context) => changedMarkdown(context),
    async (context, markdown) => updateComment(context, await onChangeRequest(context), markdown),
  ),
  deleteCommentInChangeRequest: async (context) => deleteComment(context, await onChangeRequest(context)),
  listCommentersInChangeRequest: async (context) => listCommenters(context, await onChangeRequest(context)),
})
