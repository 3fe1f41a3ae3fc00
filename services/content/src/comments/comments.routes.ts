import { commentOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { getComment, listComments } from './read.ts'
import { onChangeRequest, onSpace } from './targets.ts'
import { deleteComment, postComment, updateComment } from './write.ts'

export const commentRoutes = implement(commentOperations, {
  listCommentsInSpace: async (context) => listComments(context, await onSpace(context)),
  postCommentInSpace: async (context) => postComment(context, await onSpace(context)),
  getCommentInSpace: async (context) => getComment(context, await onSpace(context)),
  updateCommentInSpace: async (context) => updateComment(context, await onSpace(context)),
  deleteCommentInSpace: async (context) => deleteComment(context, await onSpace(context)),
  listCommentsInChangeRequest: async (context) => listComments(context, await onChangeRequest(context)),
  postCommentInChangeRequest: async (context) => postComment(context, await onChangeRequest(context)),
  getCommentInChangeRequest: async (context) => getComment(context, await onChangeRequest(context)),
  updateCommentInChangeRequest: async (context) => updateComment(context, await onChangeRequest(context)),
  deleteCommentInChangeRequest: async (context) => deleteComment(context, await onChangeRequest(context)),
})
