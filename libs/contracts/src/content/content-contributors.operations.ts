import { z } from 'zod'
import { spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { User } from '../shared/user.ts'

/** A person whose changes went live, or the author of imported commits, of whom there is a name alone. */
const ContentContributor = z
  .strictObject({ object: z.literal('content-contributor'), user: User.optional(), author: z.string().optional() })
  .meta({ id: 'ContentContributor' })
export type ContentContributor = z.infer<typeof ContentContributor>

/** See docs/interface.md#contributors-to-content. */
export const contentContributorOperations = operations('content', {
  listContributorsToSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/contributors',
    summary: 'List whose changes went live in a space',
    access: spaceRole('read'),
    query: ListQuery,
    replies: { 200: list(ContentContributor) },
  },
  listContributorsToPage: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/content/page/{pageId}/contributors',
    summary: 'List who changed a page of the live content, the latest first',
    access: spaceRole('read'),
    query: ListQuery,
    replies: { 200: list(ContentContributor) },
  },
})
