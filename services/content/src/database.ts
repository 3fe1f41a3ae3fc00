import type { InferKyselyDB } from '@mikro-orm/postgresql'
import type { MemberTables } from '@quire/access'
import type { TeamMemberRole } from '@quire/contracts'
import type { KitTables } from '@quire/kit'
import type { Kysely } from 'kysely'
import { ChangeRequestEntity } from './change-requests/change-requests.entity.ts'
import { ContributorEntity } from './change-requests/contributors.entity.ts'
import { CommentEntity, ReactionEntity } from './comments/comments.entity.ts'
import { GrantedSpacesEntity } from './counters/counters.entity.ts'
import type { CounterTables } from './counters/counters.tables.ts'
import { GrantEntity } from './grants/grants.entity.ts'
import type { GrantTables } from './grants/grants.tables.ts'
import type { ImportRunTables } from './imports/runs/runs.tables.ts'
import type { LinkTables } from './links/links.tables.ts'
import type { OpenApiTables } from './openapi/openapi.tables.ts'
import { PersonEntity, ShareLinkEntity, SiteEntity, SiteSpaceEntity } from './projections/projections.entity.ts'
import type { PurgeTables } from './purge/purge.tables.ts'
import { ReplyEntity } from './replies/replies.entity.ts'
import { ReviewEntity, ReviewerEntity } from './reviews/reviews.entity.ts'
import type { RevisionTables } from './revisions/revisions.ts'
import type { UnnamedTables } from './revisions/unnamed.ts'
import { CollectionEntity } from './structure/collections.entity.ts'
import { SpaceEntity } from './structure/spaces.entity.ts'
import type { UploadTables } from './uploads/uploads.tables.ts'

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

/** What content keeps of a membership of a team besides. */
interface TeamRoleTables {
  team_member: { role: TeamMemberRole }
}

type EntityTables = InferKyselyDB<(typeof entities)[number], Record<never, never>>
/** Content's tables as rows: those the entities describe, its revisions, and what it keeps of identity. */
export type Tables = EntityTables &
  RevisionTables &
  UnnamedTables &
  PurgeTables &
  ImportRunTables &
  UploadTables &
  GrantTables &
  CounterTables &
  OpenApiTables &
  LinkTables &
  MemberTables &
  TeamRoleTables &
  KitTables
export type Sql = Kysely<Tables>
