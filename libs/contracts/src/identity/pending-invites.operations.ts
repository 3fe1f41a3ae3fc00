import { z } from 'zod'
import { organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { RoleOrGuest, Timestamp } from '../shared/primitives.ts'

/** An invited address that nobody has signed in with yet; its role is that of the future membership. */
const PendingInvite = z
  .strictObject({
    object: z.literal('pending-invite'),
    email: z.string(),
    role: RoleOrGuest,
    /** True if the membership will count as one of single sign-on. */
    sso: z.boolean(),
    createdAt: Timestamp,
    /** The time at which its mail is sent; absent if none waits. */
    mailAt: Timestamp.optional(),
  })
  .meta({ id: 'PendingInvite' })

/** Operations of our own: published clients invite by e-mail, but list and withdraw links only. */
export const pendingInviteOperations = operations('identity', {
  listPendingInvites: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/invites',
    summary: 'List the invited e-mail addresses that nobody has signed in with yet',
    access: organizationRole('admin'),
    query: ListQuery,
    replies: { 200: list(PendingInvite) },
  },
  withdrawPendingInvite: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/invites/{email}',
    summary: 'Take back the invitation of an e-mail address that nobody has signed in with yet',
    access: organizationRole('admin'),
    audited: { target: 'invite' },
    replies: { 204: null, 205: null },
  },
})
