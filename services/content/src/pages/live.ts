import type { ContentContext } from '../context.ts'
import type { Drafted } from '../revisions/draft.ts'
import type { Roots } from '../revisions/entries.ts'
import { changedPages } from '../revisions/reader.ts'
import { type NewRevision, type Revision, writeRevision } from '../revisions/revisions.ts'
import { indexChanges } from '../search/indexing.ts'
import { changeSpace } from '../spaces/spaces.state.ts'
import { storageOf } from './history.ts'

/**
 * Makes a draft the live revision of its space, in the caller's transaction and under its lock on the
 * space: what readers see, what search finds and what others are told change together.
 */
export async function goLive(
  context: ContentContext,
  before: Roots,
  revision: NewRevision,
  drafted: Drafted,
): Promise<Revision> {
  const written = await writeRevision(context.sql, revision, drafted)
  const storage = storageOf(context, revision.store)
  const changes = await changedPages(storage, before, written.roots)
  await indexChanges(context.sql, storage, revision.spaceId, changes)
  await changeSpace(context, revision.spaceId, { revision: written.id, updated_at: new Date() })
  return written
}
