import type { InferKyselyDB } from '@mikro-orm/postgresql'
import type { KitTables } from '@quire/kit'
import { PendingInvite } from './invites/invites.entity.ts'
import { Member, RemovedMember } from './members/members.entity.ts'
import { Organization } from './organizations/organizations.entity.ts'
import { Team, TeamMember } from './teams/teams.entity.ts'
import { Token } from './tokens/tokens.entity.ts'
import { User } from './users/users.entity.ts'

export const entities = [User, Organization, Member, RemovedMember, PendingInvite, Team, TeamMember, Token]

/** Identity's rows, as queries see them. */
export type Tables = KitTables & InferKyselyDB<(typeof entities)[number]>
