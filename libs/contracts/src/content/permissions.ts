import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { listQuery } from '../shared/list.ts'
import { Team } from '../shared/member.ts'
import { Id, Role, RoleOrGuest } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'

/** A role for people, teams, or both (docs/interface.md#permissions). */
export const InviteUsersAndTeams = z
  .object({
    role: RoleOrGuest,
    users: z.array(Id).min(1).max(1000).optional(),
    teams: z.array(Id).min(1).max(1000).optional(),
  })
  .refine((body) => body.users || body.teams, { path: ['teams'], message: 'give at least one team or user' })

/** A null role is an explicit "no access"; without a role nothing changes. */
export const UpdatePermission = z.object({ role: RoleOrGuest.optional() })

/** The role that a rule on the space or collection itself gives a person. Lists leave out rules that deny access. */
export const UserPermission = z.strictObject({ permission: Role, user: User }).meta({ id: 'UserContentPermission' })

/** The role that a rule on the space or collection itself gives a team. */
export const TeamPermission = z.strictObject({ permission: Role, team: Team }).meta({ id: 'TeamContentPermission' })

/**
 * The source of a person's role (docs/interface.md#levels): a rule for them, a rule for `team` or the default level,
 * each of `space` or `collection`; or their role in the organization.
 */
export const PermissionSource = z
  .strictObject({
    type: z.enum(['user', 'team', 'default-level', 'organization']),
    team: Id.optional(),
    space: Id.optional(),
    collection: Id.optional(),
  })
  .meta({ id: 'ContentPermissionSource' })
export type PermissionSource = z.infer<typeof PermissionSource>

/** A person who can see the space or collection, with their role there after all rules. */
export const UserAccess = z
  .strictObject({ permission: Role, user: User, source: PermissionSource })
  .meta({ id: 'UserContentAccess' })

/** A rule for a team: its role on one space or collection; null is an explicit "no access". */
export const TeamGrant = z
  .strictObject({ permission: RoleOrGuest, space: Id.optional(), collection: Id.optional() })
  .meta({ id: 'TeamContentGrant' })

export const AggregateQuery = listQuery({ role: Role.optional() })

/** Operations for identity, whose invite links also lead into content. Not reachable through the gateway. */
export const linkedGrantOperations = operations('content', {
  giveLinkedGrant: {
    method: 'PUT',
    path: '/internal/grants',
    summary: 'Give a membership at least a level on a space or collection, as an invite link promised',
    access: servicesOnly('identity'),
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
