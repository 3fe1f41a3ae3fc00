import { newId } from '@quire/kit'
import { type QueryExecutorProvider, sql as raw } from 'kysely'

/** Notes, with a change of a space's pages, that these want vectors. */
export async function wantVectors(db: QueryExecutorProvider, spaceId: string): Promise<void> {
  await raw`
    insert into embedding_space (id, space_id) values (${newId()}, ${spaceId})
    on conflict (space_id) do update set waits = true, changes = embedding_space.changes + 1`.execute(db)
}

/**
 * Notes that pages of a space, all of them where no ids are given, have these vectors no more. What nobody else has is
 * swept later: a text that comes back soon, as when a space is read anew, is not embedded again.
 */
export async function releaseVectors(
  db: QueryExecutorProvider,
  spaceId: string,
  ids?: readonly string[],
): Promise<void> {
  const which = ids ? raw`id = any(${[...ids]}::text[])` : raw`true`
  // As an array the keys are looked up one by one, however many vectors the planner takes them for. The pages are locked:
  // who gives one of them vectors meanwhile would have them kept for nobody.
  await raw`
    update section_vector set unused_at = now() where key = any(array(
      select unnest(section_keys) from (
        select section_keys from page where space_id = ${spaceId} and ${which} order by id for no key update
      ) locked
    ))`.execute(db)
}
