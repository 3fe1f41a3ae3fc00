import { z } from 'zod'
import { Id, RoleOrGuest, Timestamp } from './primitives.ts'
import { presentUser, User, withHiddenProfile } from './user.ts'

export const TeamTitle = z.string().trim().min(1).max(64)
export const TeamPermissions = z.strictObject({ admin: z.boolean(), view: z.boolean() })
export type TeamPermissions = z.infer<typeof TeamPermissions>

/** See docs/interface.md#teams. */
export const Team = z
  .strictObject({
    object: z.literal('team'),
    id: Id,
    title: z.string(),
    members: z.number().int(),
    spaces: z.number().int(),
    createdAt: Timestamp,
    permissions: TeamPermissions,
  })
  .meta({ id: 'Team' })
export type Team = z.infer<typeof Team>

/** See docs/interface.md#members. `id` is the person's id: members are addressed by it. */
export const Member = z
  .strictObject({
    object: z.literal('member'),
    id: Id,
    role: RoleOrGuest,
    user: User,
    disabled: z.boolean(),
    joinedAt: Timestamp,
    lastSeenAt: Timestamp.optional(),
    sso: z.boolean(),
    spaces: z.number().int(),
    teams: z.number().int(),
    /** Sites granted to the member: always 0, as roles on sites follow from the role in the organization. */
    sites: z.literal(0),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

/** The part of a membership's state that a Member presents. */
type MembershipState = Pick<Member, 'role' | 'disabled' | 'joinedAt' | 'sso' | 'teams'> & {
  lastSeenAt: string | null
  introduced: boolean
}

/** Presents a member; `spaces` counts the spaces granted to them, without deleted ones. */
export function presentMember(
  member: MembershipState,
  user: Parameters<typeof presentUser>[0] & { id: string },
  spaces: number,
  publicUrl: string,
): Member {
  return {
    object: 'member',
    id: user.id,
    role: member.role,
    user: presentUser(member.introduced ? user : withHiddenProfile(user), publicUrl),
    disabled: member.disabled,
    joinedAt: member.joinedAt,
    ...(member.lastSeenAt !== null && { lastSeenAt: member.lastSeenAt }),
    sso: member.sso,
    spaces,
    teams: member.teams,
    sites: 0,
  }
}
