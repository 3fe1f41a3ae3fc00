import { defineEntity } from '@mikro-orm/postgresql'
import type { RoleOrGuest } from '@quire/contracts'

/** A membership. Somebody who is removed and invited again gets another one. */
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
    /** Whether they came by themselves, or have been here since. Until then only their address is shown. */
    introduced: p.boolean().default(true),
    joinedAt: p.datetime(3).defaultRaw('now()'),
    lastSeenAt: p.datetime(3).nullable(),
    teams: p.integer().default(0),
    /** Content's counter, not ours: it is no part of our version. */
    spaces: p.integer().default(0),
    /** Name and address as searched by, see `searchText`. */
    search: p.text(),
    /** The bytes of `search`, computed by PostgreSQL: what members are sorted by and their searches read. */
    searchBytes: p.blob().defaultRaw('generated'),
  }),
})

/** Memberships that ended, for as long as a process may still take them for valid. */
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
