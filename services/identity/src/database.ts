import type { InferKyselyDB } from '@mikro-orm/postgresql'
import type { Emit, KitTables } from '@quire/kit'
import type { Kysely } from 'kysely'
import { AuditEvent } from './tables/audit.entity.ts'
import { DeletedOrganization } from './tables/deleted-organizations.entity.ts'
import { LinkInvite, PendingInvite } from './tables/invites.entity.ts'
import { InvitationMail, Mail, NotificationMail } from './tables/mail.entity.ts'
import { Member, RemovedMember } from './tables/members.entity.ts'
import { Organization } from './tables/organizations.entity.ts'
import { AnsweredChallenge, Passkey, PasskeyTry } from './tables/passkeys.entity.ts'
import { Program } from './tables/programs.entity.ts'
import { SamlAnswer, SamlProvider, SignInCode } from './tables/saml.entity.ts'
import { Session } from './tables/sessions.entity.ts'
import { SignInLink, SignInMail } from './tables/sign-in.entity.ts'
import { Site } from './tables/sites.entity.ts'
import { Team, TeamMember } from './tables/teams.entity.ts'
import { LostTokens, Token } from './tables/tokens.entity.ts'
import { User } from './tables/users.entity.ts'

export const entities = [
  User,
  Organization,
  DeletedOrganization,
  Site,
  Member,
  RemovedMember,
  PendingInvite,
  LinkInvite,
  Mail,
  InvitationMail,
  NotificationMail,
  Team,
  TeamMember,
  Token,
  Session,
  Program,
  LostTokens,
  SamlProvider,
  SamlAnswer,
  SignInCode,
  SignInMail,
  SignInLink,
  Passkey,
  AnsweredChallenge,
  PasskeyTry,
  AuditEvent,
]

/** The types of identity's rows in queries. */
export type Tables = KitTables & InferKyselyDB<(typeof entities)[number]>
type Sql = Kysely<Tables>

/** A transaction and its outbox, for rules that change data and emit events. */
export interface Writer {
  sql: Sql
  emit: Emit
}
