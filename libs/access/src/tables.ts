import type {
  CollectionState,
  DefaultLevel,
  MemberState,
  OrganizationState,
  RoleName,
  SpaceState,
  TeamState,
} from '@quire/contracts'
import type { z } from 'zod'
import type { Level, LevelOrInherit } from './levels.ts'

/** Projections of identity's nouns; `state` is the whole event data, for a service that presents the whole resource. */
export interface MemberTables {
  organization: { id: string; sso: boolean; state: z.output<typeof OrganizationState> }
  member: {
    id: string
    organization_id: string
    user_id: string
    /** Null for a guest. */
    role: RoleName | null
    disabled: boolean
    state: z.output<typeof MemberState>
  }
  team: { id: string; organization_id: string; state: z.output<typeof TeamState> }
  team_member: { team_id: string; member_id: string }
}

/** The columns of collections, spaces and grants that the queries of this library need; content has more. */
export interface ContentAccessTables {
  collection: {
    id: string
    organization_id: string
    parent_id: string | null
    default_level: LevelOrInherit
    /** Null in sites and ai, where deleted collections are removed. */
    deleted_at: Date | string | null
  }
  space: {
    id: string
    organization_id: string
    collection_id: string | null
    default_level: LevelOrInherit
    /** The scope that gives the space its level if nothing is granted on the space: see `defaultScope`. */
    default_scope: string
    deleted_at: Date | string | null
  }
  access_grant: {
    scope_id: string
    scope_kind: 'space' | 'collection'
    subject_id: string
    subject_kind: 'member' | 'team'
    organization_id: string
    role: Level
  }
}

/** The tables as projections in sites and ai: spaces and collections have their whole state. */
export type ProjectedAccessTables = MemberTables & {
  collection: ContentAccessTables['collection'] & { state: z.output<typeof CollectionState> }
  space: ContentAccessTables['space'] & { state: z.output<typeof SpaceState> }
  access_grant: ContentAccessTables['access_grant']
}

/** Returns the `default_scope` of a space: itself if its default level is explicit, else its collection or organization. */
export function defaultScope(space: {
  id: string
  organizationId: string
  collectionId: string | null
  defaultLevel: DefaultLevel
}): string {
  return space.defaultLevel === 'inherit' ? (space.collectionId ?? space.organizationId) : space.id
}
