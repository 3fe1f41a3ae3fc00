import { z } from 'zod'
import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list, maxLimit } from '../shared/list.ts'
import { Timestamp } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'

const contributionTypes = ['edit', 'comment'] as const

/** A person who edited a change request or commented on it. A person who did both is listed once for each. */
const UserContributor = z
  .strictObject({
    /** Time of the latest contribution. */
    updatedAt: Timestamp,
    count: z.number().int(),
    user: User,
    actionType: z.enum(contributionTypes),
  })
  .meta({ id: 'UserContributor' })

export const contributorOperations = operations('content', {
  getContributorsByChangeRequestId: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
    summary: 'List who contributed to a change request',
    access: spaceRole('read'),
    // Published clients cannot ask for the next page, so the first one is as long as a page may be.
    query: ListQuery.extend({ limit: ListQuery.shape.limit.default(maxLimit) }),
    replies: { 200: list(UserContributor) },
  },
})
