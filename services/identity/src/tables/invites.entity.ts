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

/** An invitation for everybody who has its id. */
export const LinkInvite = defineEntity({
  name: 'LinkInvite',
  tableName: 'link_invite',
  properties: (p) => ({
    /** The secret of the invitation. */
    id: p.text().primary(),
    organizationId: p.text(),
    scopeKind: p.text().$type<'organization' | 'space' | 'collection'>(),
    /** Id of the organization itself, or of the space or collection that the link leads into. */
    scopeId: p.text(),
    /** The role or level on the scope. Null for a guest, in links into the organization only. */
    role: p.text().$type<NonNullable<RoleOrGuest>>().nullable(),
    /** The administrator who is responsible for the link; without them the link is void. */
    memberId: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
  }),
})
