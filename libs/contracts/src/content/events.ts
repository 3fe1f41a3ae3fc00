import { z } from 'zod'
import { noun } from '../event.ts'
import { DefaultLevel, Id, RoleOrGuest, Timestamp } from '../shared/primitives.ts'
import { GitRunState, GitSyncState } from './git.ts'

const version = z.number().int()
const at = '2026-01-02T03:04:05.006Z'

export const CollectionState = z.object({
  id: Id,
  version,
  organizationId: Id,
  parentId: Id.nullable(),
  title: z.string(),
  description: z.string().nullable(),
  defaultLevel: DefaultLevel,
})
export const collection = noun('content', 'collection', {
  state: CollectionState,
  key: (state) => state.id,
  access: true,
  sample: {
    id: 'col',
    version: 1,
    organizationId: 'org',
    parentId: null,
    title: 'Guides',
    description: null,
    defaultLevel: 'inherit',
  },
})

const counter = z.number().int()
/** The counters that a Space presents. They decide nothing (docs/adr/0010). */
export const SpaceCounters = z.object({
  comments: counter,
  changeRequests: counter,
  changeRequestsOpen: counter,
  changeRequestsDraft: counter,
})
export const SpaceCountersState = z.object({ spaceId: Id, version, ...SpaceCounters.shape })
export const spaceCounters = noun('content', 'space-counters', {
  state: SpaceCountersState,
  key: (state) => state.spaceId,
  sample: { spaceId: 'spc', version: 1, comments: 1, changeRequests: 2, changeRequestsOpen: 1, changeRequestsDraft: 1 },
})

/**
 * Everything that a Space presents, except its counters and fields that depend on the caller. A deleted space has a state
 * too.
 */
export const SpaceState = z.object({
  id: Id,
  version,
  organizationId: Id,
  collectionId: Id.nullable(),
  title: z.string(),
  emoji: z.string().nullable(),
  /** Events from before spaces had icons lack this field. */
  icon: z.string().nullable().default(null),
  language: z.string().nullable(),
  editMode: z.enum(['live', 'locked']),
  /** The Git provider of the space; null for none. */
  gitSync: GitSyncState.nullable().default(null),
  /** The last synchronization; null for none, and for those before the provider was set or removed. */
  gitRun: GitRunState.nullable().default(null),
  defaultLevel: DefaultLevel,
  revision: Id,
  /** Always zero, like the next three: services of the previous version refuse a state without these fields. */
  comments: counter.default(0),
  changeRequests: counter.default(0),
  changeRequestsOpen: counter.default(0),
  changeRequestsDraft: counter.default(0),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Timestamp.nullable(),
})
export const space = noun('content', 'space', {
  state: SpaceState,
  key: (state) => state.id,
  access: true,
  sample: {
    id: 'spc',
    version: 1,
    organizationId: 'org',
    collectionId: 'col',
    title: 'Manual',
    emoji: null,
    icon: null,
    language: null,
    editMode: 'live',
    gitSync: null,
    gitRun: null,
    defaultLevel: 'inherit',
    revision: 'rev',
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
  },
})

/** An explicit rule on a space or collection for one membership or team; a null role denies access. */
export const GrantState = z.object({
  scopeId: Id,
  scopeKind: z.enum(['space', 'collection']),
  subjectId: Id,
  subjectKind: z.enum(['member', 'team']),
  version,
  organizationId: Id,
  role: RoleOrGuest,
})
export const grant = noun('content', 'grant', {
  state: GrantState,
  key: (state) => `${state.scopeId}.${state.subjectId}`,
  access: true,
  sample: {
    scopeId: 'spc',
    scopeKind: 'space',
    subjectId: 'tea',
    subjectKind: 'team',
    version: 1,
    organizationId: 'org',
    role: 'edit',
  },
})

/** The number of spaces that are granted to a membership or team, without deleted ones (docs/adr/0010). */
export const GrantedSpacesState = z.object({
  subjectId: Id,
  subjectKind: z.enum(['member', 'team']),
  version,
  organizationId: Id,
  spaces: z.number().int().min(0),
})
export const grantedSpaces = noun('content', 'granted-spaces', {
  state: GrantedSpacesState,
  key: (state) => state.subjectId,
  sample: { subjectId: 'tea', subjectKind: 'team', version: 1, organizationId: 'org', spaces: 2 },
})

export const contentNouns = [collection, space, spaceCounters, grant, grantedSpaces]
