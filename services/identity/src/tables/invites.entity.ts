import { defineEntity } from '@mikro-orm/postgresql'
import type { RoleOrGuest } from '@quire/contracts'

/** An invitation of a person without an account; it becomes a membership when they get one. */
export const PendingInvite = defineEntity({
  name: 'PendingInvite',
  tableName: 'pending_invite',
  properties: (p) => ({
    organizationId: p.text().primary(),
    email: p.text().primary(),
    role: p.text().$type<NonNullable<RoleOrGuest>>().nullable(),
    sso: p.boolean().default(false),
    createdAt: p.datetime(3).defaultRaw('now()'),
  }),
})
