import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id, Role, RoleOrGuest } from '../shared/primitives.ts'

/** Operations for identity, whose invite links also lead into content. Not reachable through the gateway. */
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
      /** The membership need not exist yet: a grant of a membership that is never created gives nothing. */
      memberId: Id,
      /** The membership's role in the organization, which content may not have projected yet. */
      role: RoleOrGuest,
      level: Role,
    }),
    replies: { 204: null },
  },
})
