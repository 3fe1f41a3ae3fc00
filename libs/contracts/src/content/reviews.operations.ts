import { z } from 'zod'
import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list, listQuery, QueryFlag } from '../shared/list.ts'
import { DocumentFormat } from './pages.ts'
import {
  ChangeRequestRequestedReviewer,
  ChangeRequestReview,
  RequestedReviewers,
  RequestReviewers,
  SubmitReview,
} from './reviews.ts'

export const reviewOperations = operations('content', {
  getReviewsByChangeRequestId: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    summary: 'List the reviews of a change request',
    access: spaceRole('read'),
    query: listQuery({ format: DocumentFormat.optional(), outdated: QueryFlag.optional() }),
    replies: { 200: list(ChangeRequestReview) },
  },
  getChangeRequestReviewById: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
    summary: 'Get a review of a change request',
    access: spaceRole('read'),
    query: z.object({ format: DocumentFormat.optional() }),
    replies: { 200: ChangeRequestReview },
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

export const reviewerOperations = operations('content', {
  getRequestedReviewersByChangeRequestId: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'List whose reviews of a change request are waited for',
    access: spaceRole('read'),
    query: ListQuery,
    replies: { 200: list(ChangeRequestRequestedReviewer) },
  },
  requestReviewersForChangeRequest: {
    method: 'POST',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'Request reviews of a change request; a draft is open from then on',
    access: spaceRole('edit'),
    body: RequestReviewers,
    replies: { 200: RequestedReviewers },
  },
  removeRequestedReviewerFromChangeRequest: {
    method: 'DELETE',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
    summary: 'Withdraw the request for a review',
    access: spaceRole('edit'),
    audited: { target: 'change-request', id: 'changeRequestId', params: ['spaceId', 'userId'] },
    replies: { 204: null, 205: null },
  },
})
