import type { InferKyselyDB } from '@mikro-orm/postgresql'
import type { DeletedOrganizationTables, MemberTables } from '@quire/access'
import type { TeamMemberRole } from '@quire/contracts'
import type { Emit, KitTables } from '@quire/kit'
import type { Kysely } from 'kysely'
import { ChangeRequestEntity } from './tables/change-requests.entity.ts'
import { CollectionEntity } from './tables/collections.entity.ts'
import { CommentEntity, ReactionEntity, ReplyEntity } from './tables/comments.entity.ts'
import { ContributorEntity } from './tables/contributors.entity.ts'
import { type CounterTables, GrantedSpacesEntity } from './tables/counters.entity.ts'
import type { FormerAddressTables } from './tables/former-addresses.tables.ts'
import type { GitTables } from './tables/git.tables.ts'
import { GrantEntity, type GrantTables } from './tables/grants.entity.ts'
import type { LinkTables } from './tables/links.tables.ts'
import type { NotificationTables } from './tables/notifications.tables.ts'
import type { OpenApiTables } from './tables/openapi.tables.ts'
import type { PersonalTables } from './tables/personal.tables.ts'
import { PersonEntity, ShareLinkEntity, SiteEntity, SiteSpaceEntity } from './tables/projections.entity.ts'
import type { PurgeTables } from './tables/purge.tables.ts'
import type { ReferenceSpaceTables } from './tables/reference-spaces.tables.ts'
import { ReviewEntity, ReviewerEntity } from './tables/reviews.entity.ts'
import type { RevisionTables, UnnamedTables } from './tables/revisions.tables.ts'
import type { ImportRunTables } from './tables/runs.tables.ts'
import { SpaceEntity } from './tables/spaces.entity.ts'
import type { TranslationTables } from './tables/translations.tables.ts'
import type { UploadTables } from './tables/uploads.tables.ts'

export const entities = [
  ChangeRequestEntity,
  CollectionEntity,
  CommentEntity,
  ContributorEntity,
  GrantEntity,
  GrantedSpacesEntity,
  PersonEntity,
  ReactionEntity,
  ReplyEntity,
  ReviewEntity,
  ReviewerEntity,
  ShareLinkEntity,
  SiteEntity,
  SiteSpaceEntity,
  SpaceEntity,
]

/** The columns of team memberships that only content has. */
interface TeamRoleTables {
  team_member: { role: TeamMemberRole }
}

type EntityTables = InferKyselyDB<(typeof entities)[number], Record<never, never>>
/** Rows of content's tables: of its entities, of tables without an entity, and of projections. */
export type Tables = EntityTables &
  RevisionTables &
  UnnamedTables &
  PurgeTables &
  DeletedOrganizationTables &
  ImportRunTables &
  GitTables &
  UploadTables &
  GrantTables &
  CounterTables &
  NotificationTables &
  PersonalTables &
  OpenApiTables &
  LinkTables &
  FormerAddressTables &
  ReferenceSpaceTables &
  TranslationTables &
  MemberTables &
  TeamRoleTables &
  KitTables
export type Sql = Kysely<Tables>

/** The transaction of a write, and the outbox that commits with it. */
export interface Writer {
  sql: Sql
  emit: Emit
}
