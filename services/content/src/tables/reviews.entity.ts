import { defineEntity, p } from '@mikro-orm/postgresql'

/** A request for one person's review; deleted once the person submits the review. */
export const ReviewerEntity = defineEntity({
  name: 'ChangeRequestReviewer',
  tableName: 'change_request_reviewer',
  properties: {
    changeRequestId: p.text().primary(),
    userId: p.text().primary(),
    /** An id in the order of time, which the list is sorted by. */
    id: p.text(),
    revision: p.text(),
    requestedBy: p.text(),
    createdAt: p.datetime(),
  },
})

/** One person's review; at most one review per person is not outdated. */
export const ReviewEntity = defineEntity({
  name: 'ChangeRequestReview',
  tableName: 'change_request_review',
  properties: {
    id: p.text().primary(),
    changeRequestId: p.text(),
    revision: p.text(),
    reviewer: p.text(),
    requestedBy: p.text().nullable(),
    status: p.text().$type<'approved' | 'changes-requested'>(),
    outdated: p.boolean(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
