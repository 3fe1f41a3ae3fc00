import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { ChangeRequestRequestedReviewer, RequestedReviewers, RequestReviewers } from './reviews.ts'

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
    replies: { 204: null, 205: null },
  },
})
