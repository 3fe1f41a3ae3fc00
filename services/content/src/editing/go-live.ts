import type { UpdateObject } from 'kysely'
import type { Tables, Writer } from '../database.ts'
import { markReferencesOf } from '../storage/references/reference-spaces.ts'
import { type FormerAddresses, recordFormerAddresses } from '../storage/revisions/former-addresses.ts'
import type { DraftedRevision } from '../storage/revisions/revision-entries.ts'
import { type NewRevision, type Revision, writeRevision } from '../storage/revisions/revisions.ts'
import { cacheWritten } from '../storage/revisions/storage.ts'
import { changeSpace } from '../workspace/tree/spaces.state.ts'
import type { EditingContext } from './context.ts'

/** A revision that becomes live, with other changes to its space. */
interface NewLiveRevision {
  revision: NewRevision
  drafted: DraftedRevision
  /** The addresses that pages leave with it, computed before the lock. */
  left: FormerAddresses
  change?: UpdateObject<Tables, 'space'>
}

/**
 * Makes a draft the live revision of its space, in the caller's transaction and under its lock on the space, so that
 * readers and consumers of events see the change together. The search index catches up with the next search.
 */
export async function goLive(
  context: Writer & Pick<EditingContext, 'afterCommit' | 'deps'>,
  { revision, drafted, left, change = {} }: NewLiveRevision,
): Promise<Revision> {
  const written = await writeRevision(context.sql, revision, drafted)
  await recordFormerAddresses(context.sql, revision.spaceId, left)
  context.afterCommit(() => cacheWritten(context.deps.caches, written, drafted))
  if (await markReferencesOf(context.sql, revision.spaceId)) context.afterCommit(context.deps.followSpecs)
  await changeSpace(context, revision.spaceId, { ...change, revision: written.id, updated_at: context.deps.now() })
  return written
}
