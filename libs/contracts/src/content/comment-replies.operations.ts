import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { TextFormat } from './comments.operations.ts'
import { CommentReply, PostCommentReply, UpdateCommentReply } from './comments.ts'

const ReplyQuery = listQuery(TextFormat.shape)

export const commentReplyOperations = operations('content', {
  listCommentRepliesInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/comments/{commentId}/replies',
    summary: 'List the replies to a comment on a space',
    access: spaceRole('comment'),
    query: ReplyQuery,
    replies: { 200: list(CommentReply) },
  },
  postCommentReplyInSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/comments/{commentId}/replies',
    summary: 'Reply to a comment on a space',
    access: spaceRole('comment'),
    query: TextFormat,
    body: PostCommentReply,
    replies: { 200: CommentReply },
  },
  getCommentReplyInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Get a reply to a comment on a space',
    access: spaceRole('comment'),
    query: TextFormat,
    replies: { 200: CommentReply },
  },
  updateCommentReplyInSpace: {
    method: 'PUT',
    path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Change or react to a reply to a comment on a space',
    access: spaceRole('comment'),
    body: UpdateCommentReply,
    replies: { 200: CommentReply },
  },
  deleteCommentReplyInSpace: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Delete a reply to a comment on a space',
    access: spaceRole('comment'),
    audited: { target: 'comment-reply', id: 'commentReplyId', params: ['spaceId', 'commentId'] },
    replies: { 204: null, 205: null },
  },
  listCommentRepliesInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
    summary: 'List the replies to a comment on a change request',
    access: spaceRole('comment'),
    query: ReplyQuery,
    replies: { 200: list(CommentReply) },
  },
  postCommentReplyInChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
    summary: 'Reply to a comment on a change request',
    access: spaceRole('comment'),
    query: TextFormat,
    body: PostCommentReply,
    replies: { 200: CommentReply },
  },
  getCommentReplyInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Get a reply to a comment on a change request',
    access: spaceRole('comment'),
    query: TextFormat,
    replies: { 200: CommentReply },
  },
  updateCommentReplyInChangeRequest: {
    method: 'PUT',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Change or react to a reply to a comment on a change request',
    access: spaceRole('comment'),
    body: UpdateCommentReply,
    replies: { 200: CommentReply },
  },
  deleteCommentReplyInChangeRequest: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Delete a reply to a comment on a change request',
    access: spaceRole('comment'),
    audited: { target: 'comment-reply', id: 'commentReplyId', params: ['spaceId', 'changeRequestId', 'commentId'] },
    replies: { 204: null, 205: null },
  },
})
