import { z } from 'zod'
import { Member, Team, type TeamPermissions } from '../shared/member.ts'
import type { RoleOrGuest } from '../shared/primitives.ts'
import type { TeamState } from './events.ts'

/** Role in a team; owners manage the members of their team. */
export const TeamMemberRole = z.enum(['owner', 'member']).meta({ id: 'TeamMemberRole' })
export type TeamMemberRole = z.infer<typeof TeamMemberRole>
export const TeamMember = z.strictObject({ role: TeamMemberRole }).meta({ id: 'TeamMember' })

/** A member as part of a team. */
export const OrganizationTeamMember = z
  .strictObject({ organization: Member, team: TeamMember, permissions: z.strictObject({ view: z.boolean() }) })
  .meta({ id: 'OrganizationTeamMember' })

/** A team as part of a member's teams. */
export const MemberTeam = z.strictObject({ team: Team, member: TeamMember }).meta({ id: 'MemberTeam' })

/** Returns the permissions on a team. Members see every team, guests their own; administrators and owners manage it. */
export function teamPermissions(role: RoleOrGuest, ownRole: TeamMemberRole | null): TeamPermissions {
  return { admin: role === 'admin' || ownRole === 'owner', view: role !== null || ownRole !== null }
}

/** Presents a team; `spaces` counts the spaces granted to it, without deleted ones. */
export function presentTeam(state: z.infer<typeof TeamState>, spaces: number, permissions: TeamPermissions): Team {
  return {
    object: 'team',
    id: state.id,
    title: state.title,
    members: state.members,
    spaces,
    createdAt: state.createdAt,
    permissions,
  }
}
