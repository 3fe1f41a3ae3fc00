import type { DraftedRevision } from './draft.ts'
import { emptyRoots } from './entries.ts'
import type { NewRevision } from './revisions.ts'

/** The revision a new space starts with, in a store of its own. */
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
