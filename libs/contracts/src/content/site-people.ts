import { z } from 'zod'
import { siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { Id, Role, Timestamp } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'

/** A member who may read a site, with their role on it (docs/interface.md#people-of-a-site). */
const SitePerson = z
  .strictObject({
    permission: Role,
    user: User,
    /** The source of the role: the role in the organization or, for a guest, a space on the site. */
    origin: z.union([
      z.strictObject({ type: z.literal('organization'), organization: Id }),
      z.strictObject({ type: z.literal('space'), space: Id }),
    ]),
    disabled: z.literal(false),
    lastSeenAt: Timestamp.optional(),
  })
  .meta({ id: 'UserSitePermission' })

/** Owned by content, which has the people, and the rules that admit guests. */
export const sitePeopleOperations = operations('content', {
  listPermissionsAggregateInSite: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate',
    summary: 'List everybody who may read a site as a member, with what they may do on it',
    access: siteRole('create'),
    query: listQuery({
      role: z.union([Role, z.literal('guest')]).optional(),
      search: z.string().max(512).optional(),
      team: Id.optional(),
    }),
    replies: { 200: list(SitePerson) },
  },
})
