import { z } from 'zod'
import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list, listQuery, QueryArray } from '../shared/list.ts'
import { Member } from '../shared/member.ts'
import { Id } from '../shared/primitives.ts'
import { Comment, PostComment, UpdateComment } from './comments.ts'
import { DocumentFormat } from './pages.ts'

export const CommentQuery = listQuery({
  order: z.enum(['asc', 'desc']).default('desc'),
  status: z.enum(['all', 'open', 'resolved']).default('all'),
  format: DocumentFormat.optional(),
  targetPage: Id.optional(),
  authors: QueryArray(Id).optional(),
})

export const TextFormat = z.object({ format: DocumentFormat.optional() })

export const commentOperations = operations('content', {
  listCommentsInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/comments',
    summary: 'List the comments on a space',
    access: spaceRole('comment'),
    query: CommentQuery,
    replies: { 200: list(Comment) },
  },
  postCommentInSpace: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/comments',
    summary: 'Comment on a space',
    access: spaceRole('comment'),
    body: PostComment,
    replies: { 200: Comment },
  },
  getCommentInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/comments/{commentId}',
    summary: 'Get a comment on a space',
    access: spaceRole('comment'),
    query: TextFormat,
    replies: { 200: Comment },
  },
  updateCommentInSpace: {
    method: 'PUT',
    path: '/v1/spaces/{spaceId}/comments/{commentId}',
    summary: 'Change, resolve or react to a comment on a space',
    access: spaceRole('comment'),
    body: UpdateComment,
    replies: { 200: Comment },
  },
  deleteCommentInSpace: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/comments/{commentId}',
    summary: 'Delete a comment on a space',
    access: spaceRole('comment'),
    audited: { target: 'comment', id: 'commentId', params: ['spaceId'] },
    replies: { 204: null, 205: null },
  },
  listCommentersInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/commenters',
    summary: 'List who commented on a space',
    access: spaceRole('comment'),
    query: ListQuery,
    replies: { 200: list(Member) },
  },
  listCommentsInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
    summary: 'List the comments on a change request',
    access: spaceRole('comment'),
    query: CommentQuery,
    replies: { 200: list(Comment) },
  },
  postCommentInChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
    summary: 'Comment on a change request',
    access: spaceRole('comment'),
    body: PostComment,
    replies: { 200: Comment },
  },
  getCommentInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    summary: 'Get a comment on a change request',
    access: spaceRole('comment'),
    query: TextFormat,
    replies: { 200: Comment },
  },
  updateCommentInChangeRequest: {
    method: 'PUT',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    summary: 'Change, resolve or react to a comment on a change request',
    access: spaceRole('comment'),
    body: UpdateComment,
    replies: { 200: Comment },
  },
  deleteCommentInChangeRequest: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    summary: 'Delete a comment on a change request',
    access: spaceRole('comment'),
    audited: { target: 'comment', id: 'commentId', params: ['spaceId', 'changeRequestId'] },
    replies: { 204: null, 205: null },
  },
  listCommentersInChangeRequest: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters',
    summary: 'List who commented on a change request',
    access: spaceRole('comment'),
    query: ListQuery,
    replies: { 200: list(Member) },
  },
})
