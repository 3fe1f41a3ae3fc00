import { commentReplyOperations } from '@quire/contracts'
import { onChangeRequest, onSpace } from '../comments/targets.ts'
import { implement } from '../context.ts'
import { getReply, listReplies } from './read.ts'
import { deleteReply, postReply, updateReply } from './write.ts'

export const replyRoutes = implement(commentReplyOperations, {
  listCommentRepliesInSpace: (context) => listReplies(context, onSpace(context)),
  postCommentReplyInSpace: (context) => postReply(context, onSpace(context)),
  getCommentReplyInSpace: (context) => getReply(context, onSpace(context)),
  updateCommentReplyInSpace: (context) => updateReply(context, onSpace(context)),
  deleteCommentReplyInSpace: (context) => deleteReply(context, onSpace(context)),
  listCommentRepliesInChangeRequest: async (context) => listReplies(context, await onChangeRequest(context)),
  postCommentReplyInChangeRequest: async (context) => postReply(context, await onChangeRequest(context)),
  getCommentReplyInChangeRequest: async (context) => getReply(context, await onChangeRequest(context)),
  updateCommentReplyInChangeRequest: async (context) => updateReply(context, await onChangeRequest(context)),
  deleteCommentReplyInChangeRequest: async (context) => deleteReply(context, await onChangeRequest(context)),
})
