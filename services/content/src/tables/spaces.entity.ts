import { defineEntity, p } from '@mikro-orm/postgresql'
import type { LevelOrInherit } from '@quire/access'
import type { GitRunState, GitSyncState } from '@quire/contracts'

/** The Git provider of a space, if anything but `lastRun` is set, and the last synchronization with a repository. */
export type StoredGitSync = GitSyncState & { lastRun?: GitRunState }

/**
 * A space and its counters. Every change other than of a counter raises `version`, and emits the returned row as event.
 */
export const SpaceEntity = defineEntity({
  name: 'Space',
  tableName: 'space',
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    collectionId: p.text().nullable(),
    /** Among the spaces and collections beside it: a key of fractional-indexing. */
    position: p.text(),
    title: p.text(),
    emoji: p.text().nullable(),
    icon: p.text().nullable(),
    language: p.text().nullable(),
    editMode: p.text().$type<'live' | 'locked'>(),
    gitSync: p.json().$type<StoredGitSync>().nullable(),
    defaultLevel: p.text().$type<LevelOrInherit>(),
    /** The scope whose default counts first: the space itself, its collection, or the organization. */
    defaultScope: p.text(),
    revision: p.text(),
    /** The store of its content, which copies of the space share; it never changes. */
    store: p.text(),
    comments: p.integer(),
    changeRequests: p.integer(),
    changeRequestsOpen: p.integer(),
    changeRequestsDraft: p.integer(),
    /** Raised by each change of a counter, which does not raise `version`. */
    countersVersion: p.bigint('number').defaultRaw('0'),
    version: p.bigint('number'),
    createdBy: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    deletedAt: p.datetime().nullable(),
  },
})
