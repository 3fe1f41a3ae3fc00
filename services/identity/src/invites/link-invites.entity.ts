import { defineEntity } from '@mikro-orm/postgresql'
import type { RoleOrGuest } from '@quire/contracts'

/** An invitation for whoever has its id. */
export const LinkInvite = defineEntity({
  name: 'LinkInvite',
  tableName: 'link_invite',
  properties: (p) => ({
    /** Its secret. */
    id: p.text().primary(),
    organizationId: p.text(),
    scopeKind: p.text().$type<'organization' | 'space' | 'collection'>(),
    /** The organization itself, or what of its content the link leads into. */
    scopeId: p.text(),
    /** The role or level on the scope; null is a guest, for links into the organization only. */
    role: p.text().$type<NonNullable<RoleOrGuest>>().nullable(),
    /** The administrator who is responsible for it: without them it is void. */
    memberId: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
  }),
})
