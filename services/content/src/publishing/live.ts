import type { UpdateObject } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { DraftedRevision } from '../revisions/draft.ts'
import type { PageEntry } from '../revisions/entries.ts'
import { type NewRevision, type Revision, writeRevision } from '../revisions/revisions.ts'
import { keepWritten } from '../revisions/storage.ts'
import { markDue } from '../search/due.ts'
import { changeSpace } from '../structure/spaces.state.ts'
import type { Change } from '../trees/diff.ts'

/** What becomes live: a new revision, the pages that it changes, and what else changes of the space with it. */
interface GoingLive {
  revision: NewRevision
  drafted: DraftedRevision
  changedPages: ReadonlyMap<string, Change<PageEntry>>
  change?: UpdateObject<Tables, 'space'>
}

/**
 * Makes a draft the live revision of its space, in the caller's transaction and under its lock on the
 * space: what readers see and what others are told change together, and search no longer finds what was changed.
 */
export async function goLive(
  context: ContentContext,
  { revision, drafted, changedPages, change = {} }: GoingLive,
): Promise<Revision> {
  const written = await writeRevision(context.sql, revision, drafted)
  context.afterCommit(() => keepWritten(context.deps.caches, written, drafted))
  await markDue(context.sql, revision.spaceId, written.id, changedPages)
  await changeSpace(context, revision.spaceId, { ...change, revision: written.id, updated_at: context.deps.now() })
  return written
}
