import { z } from 'zod'
import { roles } from '../access-rules.ts'

/** Identifiers are opaque; the bound keeps hostile ones out of queries and logs. */
export const Id = z.string().min(1).max(128)
export const Timestamp = z.iso.datetime().meta({ id: 'Timestamp' })
export const Url = z.url({ protocol: /^https?$/ }).max(2048)

/** See docs/interface.md#roles. */
export const Role = z.enum(roles).meta({ id: 'MemberRole', description: 'What a person may do' })
/** Null for a guest, who has no role in the organization, only grants. */
export const RoleOrGuest = Role.nullable().meta({ id: 'MemberRoleOrGuest' })
/** A role, `null` for no access, or `inherit` (the parent decides). */
export const DefaultLevel = z.union([Role, z.literal('inherit'), z.null()]).meta({ id: 'DefaultLevel' })
export type Role = z.infer<typeof Role>
export type RoleOrGuest = z.infer<typeof RoleOrGuest>
export type DefaultLevel = z.infer<typeof DefaultLevel>

export const siteVisibilities = ['public', 'unlisted', 'share-link', 'visitor-auth', 'members'] as const
