import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { all, refresh } from '../../api/queries.ts'

/** The subject of comments: a page of the live content, a change request, or a page of one. */
export interface CommentTarget {
  spaceId: string
  pageId?: string | undefined
  changeRequestId?: string | undefined
}

/** Begins the key of all comments of a target. */
export const commentsKey = ({ spaceId, pageId, changeRequestId }: CommentTarget) =>
  ['comments', spaceId, changeRequestId ?? '', pageId ?? ''] as const

/**
 * Fetches the comments of a target again, after they have changed. Those on a page of a change request are among those of
 * the change request, which are counted where it is listed, and whose authors are among its contributors.
 */
export function refreshComments(queries: QueryClient, target: CommentTarget) {
  const { spaceId, changeRequestId } = target
  if (!changeRequestId) return refresh(queries, commentsKey(target))
  const contributors = ['change-request', spaceId, changeRequestId, 'contributors']
  return refresh(queries, ['comments', spaceId, changeRequestId], contributors, ['changes'])
}

/** The comments of a target, the oldest first. */
export const commentsQuery = (target: CommentTarget) =>
  queryOptions({
    queryKey: commentsKey(target),
    queryFn: ({ signal }) => all((page) => readComments(target, page, signal)),
  })

function readComments(
  { spaceId, pageId, changeRequestId }: CommentTarget,
  page: string | undefined,
  signal: AbortSignal,
) {
  const query = { format: 'markdown', order: 'asc', limit: 100, page, targetPage: pageId }
  if (!changeRequestId) return api.get('/v1/spaces/{spaceId}/comments', { params: { spaceId }, query, signal })
  const params = { spaceId, changeRequestId }
  return api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments', { params, query, signal })
}

/** Returns the number of open comments of a target; 0 until it is known, and for whoever may not see comments. */
export function useCommentCount(target: CommentTarget, mayComment = true): number {
  const { data } = useQuery({ ...commentsQuery(target), enabled: mayComment })
  return data?.filter(({ status }) => status === 'open').length ?? 0
}

export const repliesQuery = (target: CommentTarget, commentId: string) =>
  queryOptions({
    queryKey: [...commentsKey(target), 'replies', commentId],
    queryFn: ({ signal }) =>
      all((page) => {
        const { spaceId, changeRequestId } = target
        const query = { format: 'markdown', order: 'asc', limit: 100, page }
        if (!changeRequestId)
          return api.get('/v1/spaces/{spaceId}/comments/{commentId}/replies', {
            params: { spaceId, commentId },
            query,
            signal,
          })
        const path = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies'
        return api.get(path, { params: { spaceId, changeRequestId, commentId }, query, signal })
      }),
  })

/** Posts a comment, given as markdown; `node` is the key of a block of the page, if it is about that alone. */
export function postComment({ spaceId, pageId, changeRequestId }: CommentTarget, markdown: string, node?: string) {
  const body = { body: { markdown }, ...(pageId && { page: pageId }), ...(node && { node }) }
  if (!changeRequestId) return api.post('/v1/spaces/{spaceId}/comments', { params: { spaceId }, body })
  const params = { spaceId, changeRequestId }
  return api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments', { params, body })
}

export function postReply({ spaceId, changeRequestId }: CommentTarget, commentId: string, markdown: string) {
  const body = { body: { markdown } }
  if (!changeRequestId)
    return api.post('/v1/spaces/{spaceId}/comments/{commentId}/replies', { params: { spaceId, commentId }, body })
  const params = { spaceId, changeRequestId, commentId }
  return api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies', {
    params,
    body,
  })
}

/** The emojis that the person adds to a comment or reply, or takes back. */
export interface ReactionChange {
  addedReactions?: string[]
  removedReactions?: string[]
}

/** A change of a reply; absent fields stay unchanged. */
interface ReplyUpdate extends ReactionChange {
  body?: { markdown: string }
}

/** A change of a comment; absent fields stay unchanged. */
export interface CommentUpdate extends ReplyUpdate {
  resolved?: boolean
}

export function updateComment({ spaceId, changeRequestId }: CommentTarget, commentId: string, body: CommentUpdate) {
  if (!changeRequestId)
    return api.put('/v1/spaces/{spaceId}/comments/{commentId}', { params: { spaceId, commentId }, body })
  const params = { spaceId, changeRequestId, commentId }
  return api.put('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}', { params, body })
}

export function deleteComment({ spaceId, changeRequestId }: CommentTarget, commentId: string) {
  if (!changeRequestId)
    return api.delete('/v1/spaces/{spaceId}/comments/{commentId}', { params: { spaceId, commentId } })
  const params = { spaceId, changeRequestId, commentId }
  return api.delete('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}', { params })
}

/** The place of a reply. */
export interface ReplyPath {
  commentId: string
  commentReplyId: string
}

export function updateReply({ spaceId, changeRequestId }: CommentTarget, path: ReplyPath, body: ReplyUpdate) {
  if (!changeRequestId) return api.put(replyInSpace, { params: { spaceId, ...path }, body })
  return api.put(replyInChangeRequest, { params: { spaceId, changeRequestId, ...path }, body })
}

export function deleteReply({ spaceId, changeRequestId }: CommentTarget, path: ReplyPath) {
  if (!changeRequestId) return api.delete(replyInSpace, { params: { spaceId, ...path } })
  return api.delete(replyInChangeRequest, { params: { spaceId, changeRequestId, ...path } })
}

const replyInSpace = '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}'
const replyInChangeRequest =
  '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}'
