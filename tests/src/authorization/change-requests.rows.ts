import { body, inside, on, type Rows } from './row-types.ts'

export const changeRequestRows: Rows = {
  listChangeRequestsForOrganization: { least: 'member', ok: 200 },
  getContributorsByChangeRequestId: { least: 'read', ok: 200, ...inside },
  getRequestedReviewersByChangeRequestId: { least: 'read', ok: 200, ...inside },
  requestReviewersForChangeRequest: {
    least: 'edit',
    ok: 200,
    ...inside,
    given: ({ seeded }) => ({ body: { users: [seeded.userId] } }),
  },
  removeRequestedReviewerFromChangeRequest: { least: 'edit', ok: 204, ...inside, given: on('member') },
  'removeRequestedReviewerFromChangeRequest of one who was asked': {
    least: 'edit',
    ok: 205,
    ...inside,
    given: on('requested reviewer'),
  },
  getReviewsByChangeRequestId: { least: 'read', ok: 200, ...inside },
  getChangeRequestReviewById: { least: 'read', ok: 200, ...inside },
  submitChangeRequestReview: {
    least: 'review',
    ok: 201,
    ...inside,
    given: body({ status: 'approved', comment: { markdown: 'Well done.' } }),
  },
}
