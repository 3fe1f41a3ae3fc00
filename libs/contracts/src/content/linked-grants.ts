import { z } from 'zod'
import { servicesOnly } from '../access.ts'
import { operations } from '../operation.ts'
import { Id, Role, RoleOrGuest } from '../shared/primitives.ts'

/** For identity, whose invite links lead into content too. Not reachable through the gateway. */
export const linkedGrantOperations = operations('content', {
  giveLinkedGrant: {
    method: 'PUT',
    path: '/internal/grants',
    summary: 'Give a membership at least a level on a space or collection, as an invite link promised',
    access: servicesOnly,
    body: z.object({
      organizationId: Id,
      scopeKind: z.enum(['space', 'collection']),
      scopeId: Id,
      /** It need not exist yet: a grant of a membership that never comes to be opens nothing. */
      memberId: Id,
      /** The membership's role in the organization, which content may not have heard of yet. */
      role: RoleOrGuest,
      level: Role,
    }),
    replies: { 204: null },
  },
})
