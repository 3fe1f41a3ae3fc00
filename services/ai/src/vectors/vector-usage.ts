import { newId } from '@quire/kit'
import { type QueryExecutorProvider, sql as raw } from 'kysely'

/** Records, in the transaction that changes a space's pages, that these pages need vectors. */
export async function requestVectors(db: QueryExecutorProvider, spaceId: string): Promise<void> {
  await raw`
    insert into embedding_space (id, space_id) values (${newId()}, ${spaceId})
    on conflict (space_id) do update set waits = true, changes = embedding_space.changes + 1`.execute(db)
}

/**
 * Records that pages of a space, all of them if no ids are given, no longer use their vectors. A sweep later deletes
 * the vectors that no page uses: a text that returns soon, as when a space is read again from nothing, is not embedded
 * again.
 */
export async function releaseVectors(
  db: QueryExecutorProvider,
  spaceId: string,
  ids?: readonly string[],
): Promise<void> {
  const which = ids ? raw`id = any(${[...ids]}::text[])` : raw`true`
  // With an array the planner looks the keys up one by one, however many vectors it expects. The pages are locked:
  // otherwise vectors that are assigned to one of them meanwhile would stay without a user.
  await raw`
    update section_vector set unused_at = now() where key = any(array(
      select unnest(section_keys) from (
        select section_keys from page where space_id = ${spaceId} and ${which} order by id for no key update
      ) locked
    ))`.execute(db)
}
