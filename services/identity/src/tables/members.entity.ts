import { defineEntity } from '@mikro-orm/postgresql'
import type { RoleOrGuest } from '@quire/contracts'

/** A membership. A person who is removed and invited again gets another one. */
export const Member = defineEntity({
  name: 'Member',
  tableName: 'member',
  properties: (p) => ({
    id: p.text().primary(),
    version: p.integer().default(1),
    organizationId: p.text(),
    userId: p.text(),
    role: p.text().$type<NonNullable<RoleOrGuest>>().nullable(),
    disabled: p.boolean().default(false),
    sso: p.boolean().default(false),
    /** True if the person joined by themselves or has made a request here. Until then only their address is visible. */
    introduced: p.boolean().default(true),
    joinedAt: p.datetime(3).defaultRaw('now()'),
    lastSeenAt: p.datetime(3).nullable(),
    teams: p.integer().default(0),
    /** The name that the organization's provider of identities gave the member by SCIM. */
    externalId: p.text().nullable(),
    /** Content's counter; changes do not increase the version. */
    spaces: p.integer().default(0),
    /** Name and address for searching, see `searchText`. */
    search: p.text(),
    /** The bytes of `search`, computed by PostgreSQL, which sorting and searching read. */
    searchBytes: p.blob().defaultRaw('generated'),
  }),
})

/** Memberships that ended, stored as long as a process may still consider them valid. */
export const RemovedMember = defineEntity({
  name: 'RemovedMember',
  tableName: 'removed_member',
  properties: (p) => ({
    id: p.text().primary(),
    organizationId: p.text(),
    userId: p.text(),
    removedAt: p.datetime(3).defaultRaw('now()'),
  }),
})
