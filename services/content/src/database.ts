import type { InferKyselyDB } from '@mikro-orm/postgresql'
import type { MemberTables } from '@quire/access'
import type { KitTables } from '@quire/kit'
import type { Kysely } from 'kysely'
import { ChangeRequestEntity } from './change-requests/change-requests.entity.ts'
import { CollectionEntity } from './collections/collections.entity.ts'
import { CommentEntity, ReactionEntity } from './comments/comments.entity.ts'
import { GrantEntity, GrantedSpacesEntity } from './grants/grants.entity.ts'
import { PersonEntity, SiteEntity, SiteSpaceEntity } from './projections/projections.entity.ts'
import type { RevisionTables } from './revisions/revisions.ts'
import type { PageIndexTables } from './search/page-index.ts'
import { SpaceEntity } from './spaces/spaces.entity.ts'

export const entities = [
  ChangeRequestEntity,
  CollectionEntity,
  CommentEntity,
  GrantEntity,
  GrantedSpacesEntity,
  PersonEntity,
  ReactionEntity,
  SiteEntity,
  SiteSpaceEntity,
  SpaceEntity,
]

type Described = InferKyselyDB<(typeof entities)[number], Record<never, never>>
/** Content's tables as rows: those the entities describe, its revisions, and what it keeps of identity. */
export type Tables = Described & RevisionTables & PageIndexTables & MemberTables & KitTables
export type Sql = Kysely<Tables>
