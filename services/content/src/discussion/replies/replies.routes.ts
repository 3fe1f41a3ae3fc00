import { commentReplyOperations } from '@quire/contracts'
import { readFirst } from '@quire/kit'
import { changedText } from '../comments/authored-text.ts'
import { onChangeRequest, onSpace } from '../comments/comment-targets.ts'
import { implement } from '../context.ts'
import { getReply, listReplies } from './read-replies.ts'
import { deleteReply, postReply, readReply, updateReply } from './write-replies.ts'

export const replyRoutes = implement(commentReplyOperations, {
  listCommentRepliesInSpace: (context) => listReplies(context, onSpace(context)),
  postCommentReplyInSpace: readFirst(
    (context) => readReply(context),
    (context, reply) => postReply(context, onSpace(context), reply),
  ),
  getCommentReplyInSpace: (context) => getReply(context, onSpace(context)),
  updateCommentReplyInSpace: readFirst(
    (context) => changedText(context),
    (context, text) => updateReply(context, onSpace(context), text),
  ),
  deleteCommentReplyInSpace: (context) => deleteReply(context, onSpace(context)),
  listCommentRepliesInChangeRequest: async (context) => listReplies(context, await onChangeRequest(context)),
  postCommentReplyInChangeRequest: readFirst(
    (context) => readReply(context),
    async (context, reply) => postReply(context, await onChangeRequest(context), reply),
  ),
  getCommentReplyInChangeRequest: async (context) => getReply(context, await onChangeRequest(context)),
  updateCommentReplyInChangeRequest: readFirst(
    (context) => changedText(context),
    async (context, text) => updateReply(context, await onChangeRequest(context), text),
  ),
  deleteCommentReplyInChangeRequest: async (context) => deleteReply(context, await onChangeRequest(context)),
})
