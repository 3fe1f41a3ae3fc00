import type { UpdateObject } from 'kysely'
import type { ContentContext, Writer } from '../context.ts'
import type { Tables } from '../database.ts'
import type { DraftedRevision } from '../revisions/draft.ts'
import { type NewRevision, type Revision, writeRevision } from '../revisions/revisions.ts'
import { keepWritten } from '../revisions/storage.ts'
import { changeSpace } from '../structure/spaces.state.ts'

/** What becomes live: a new revision, and what else changes of the space with it. */
interface GoingLive {
  revision: NewRevision
  drafted: DraftedRevision
  change?: UpdateObject<Tables, 'space'>
}

/**
 * Makes a draft the live revision of its space, in the caller's transaction and under its lock on the
 * space: what readers see and what others are told change together. Search follows when it is asked.
 */
export async function goLive(
  context: Writer & Pick<ContentContext, 'afterCommit' | 'deps'>,
  { revision, drafted, change = {} }: GoingLive,
): Promise<Revision> {
  const written = await writeRevision(context.sql, revision, drafted)
  context.afterCommit(() => keepWritten(context.deps.caches, written, drafted))
  await changeSpace(context, revision.spaceId, { ...change, revision: written.id, updated_at: context.deps.now() })
  return written
}
