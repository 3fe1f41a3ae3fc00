import { commentOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { listCommenters } from './commenters.ts'
import { getComment, listComments } from './read.ts'
import { onChangeRequest, onSpace } from './targets.ts'
import { deleteComment, postComment, updateComment } from './write.ts'

export const commentRoutes = implement(commentOperations, {
  listCommentsInSpace: (context) => listComments(context, onSpace(context)),
  postCommentInSpace: (context) => postComment(context, onSpace(context)),
  getCommentInSpace: (context) => getComment(context, onSpace(context)),
  updateCommentInSpace: (context) => updateComment(context, onSpace(context)),
  deleteCommentInSpace: (context) => deleteComment(context, onSpace(context)),
  listCommentersInSpace: (context) => listCommenters(context, onSpace(context)),
  listCommentsInChangeRequest: async (context) => listComments(context, await onChangeRequest(context)),
  postCommentInChangeRequest: async (context) => postComment(context, await onChangeRequest(context)),
  getCommentInChangeRequest: async (context) => getComment(context, await onChangeRequest(context)),
  updateCommentInChangeRequest: async (context) => updateComment(context, await onChangeRequest(context)),
  deleteCommentInChangeRequest: async (context) => deleteComment(context, await onChangeRequest(context)),
  listCommentersInChangeRequest: async (context) => listCommenters(context, await onChangeRequest(context)),
})
