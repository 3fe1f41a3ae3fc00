import { type DraftedRevision, emptyRoots } from './revision-entries.ts'
import type { NewRevision } from './revisions.ts'

/** The first revision of a new space, in its own store. */
export function firstRevision(spaceId: string, userId: string, now: Date): NewRevision {
  return {
    spaceId,
    store: spaceId,
    changeRequestId: null,
    parents: [],
    kind: 'create',
    message: null,
    createdBy: userId,
    createdAt: now.toISOString(),
  }
}

export const emptyContent = (): DraftedRevision => ({ roots: emptyRoots(), nodes: [], documents: new Map() })
