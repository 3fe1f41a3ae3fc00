import type { InferKyselyDB } from '@mikro-orm/postgresql'
import type { KitTables } from '@quire/kit'
import { PendingInvite } from './invites/invites.entity.ts'
import { LinkInvite } from './invites/link-invites.entity.ts'
import { InvitationMail, Mail } from './mail/mail.entity.ts'
import { Member, RemovedMember } from './members/members.entity.ts'
import { Organization } from './organizations/organizations.entity.ts'
import { Site } from './organizations/sites.entity.ts'
import { SamlAnswer, SamlProvider, SignInCode } from './saml/saml.entity.ts'
import { Team, TeamMember } from './teams/teams.entity.ts'
import { Token } from './tokens/tokens.entity.ts'
import { User } from './users/users.entity.ts'

export const entities = [
  User,
  Organization,
  Site,
  Member,
  RemovedMember,
  PendingInvite,
  LinkInvite,
  Mail,
  InvitationMail,
  Team,
  TeamMember,
  Token,
  SamlProvider,
  SamlAnswer,
  SignInCode,
]

/** Identity's rows, as queries see them. */
export type Tables = KitTables & InferKyselyDB<(typeof entities)[number]>
