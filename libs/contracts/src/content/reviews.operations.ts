import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery, QueryFlag } from '../shared/list.ts'
import { DocumentFormat } from './pages.ts'
import { ChangeRequestReview, SubmitReview } from './reviews.ts'

export const reviewOperations = operations('content', {
  getReviewsByChangeRequestId: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    summary: 'List the reviews of a change request',
    access: spaceRole('read'),
    query: listQuery({ format: DocumentFormat.optional(), outdated: QueryFlag.optional() }),
    replies: { 200: list(ChangeRequestReview) },
  },
  submitChangeRequestReview: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    summary: 'Review a change request',
    access: spaceRole('review'),
    body: SubmitReview,
    replies: { 201: ChangeRequestReview },
  },
})
