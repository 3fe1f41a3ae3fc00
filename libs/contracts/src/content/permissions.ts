import { z } from 'zod'
import { Id, Role, RoleOrGuest } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'

/** A role for people, teams, or both (interface 4.7). */
export const InviteUsersAndTeams = z
  .object({
    role: RoleOrGuest,
    users: z.array(Id).min(1).max(1000).optional(),
    teams: z.array(Id).min(1).max(1000).optional(),
  })
  .refine((body) => body.users || body.teams, { path: ['teams'], message: 'give at least one team or user' })

export const UpdatePermission = z.object({ role: RoleOrGuest })

/** A person's role on a space or collection; null is an explicit "no access". */
export const UserPermission = z.strictObject({ permission: Role, user: User }).meta({ id: 'UserContentPermission' })
