import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { IndexedState, SpaceChange } from './search-index.ts'

interface SpaceRow extends IndexedState {
  space: string
  organization: string
}

/** True if nothing of the space counts as indexed, so that the change starts from nothing. */
export const startsFromNothing = ({ from, fromNothing }: SpaceChange) =>
  fromNothing === true || from === undefined || (from.revision === null && from.target === null)

/**
 * Returns the spaces that another process advanced since these changes were computed. Their rows are locked until the
 * transaction ends. A space that belonged to another organization counts as new here.
 */
export async function findOvertaken(
  db: QueryExecutorProvider,
  organization: string,
  changes: readonly SpaceChange[],
): Promise<string[]> {
  const { rows } = await sql<SpaceRow>`
    select space_id as space, organization_id as organization, revision, target, after_page as "afterPage"
    from search_space where space_id = any(${changes.map(({ space }) => space)})
    order by space_id for update`.execute(db)
  const ours = new Map(rows.filter((row) => row.organization === organization).map((row) => [row.space, row]))
  return changes.filter(({ space, from }) => !isSame(ours.get(space), from)).map(({ space }) => space)
}

const isSame = (one: IndexedState | undefined, other: IndexedState | undefined) =>
  one?.revision === other?.revision && one?.target === other?.target && one?.afterPage === other?.afterPage

/** Advances the states of spaces, and resets their failures. */
export async function advanceSpaces(
  db: QueryExecutorProvider,
  organization: string,
  changes: readonly SpaceChange[],
): Promise<void> {
  const rows = changes.map(({ space, to }) => ({ space, ...to }))
  await sql`
    insert into search_space (space_id, organization_id, revision, target, after_page)
    select space, ${organization}, revision, target, "afterPage"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as moved(space text, revision text, target text, "afterPage" text)
    order by space
    on conflict (space_id) do update
    set organization_id = excluded.organization_id, revision = excluded.revision, target = excluded.target,
      after_page = excluded.after_page, attempts = 0, try_at = null, error = null`.execute(db)
}

/** Resets all spaces of an organization, so that they are indexed again from nothing. */
export async function resetSpaces(db: QueryExecutorProvider, organization: string): Promise<void> {
  await sql`
    update search_space
    set revision = null, target = null, after_page = null, attempts = 0, try_at = null, error = null
    where organization_id = ${organization}`.execute(db)
}

/**
 * Resets one space, so that it is indexed again from nothing, in the transaction that changes how its pages are read.
 * The random `after_page` makes the state unique, so a process that is indexing the space at that time is overtaken.
 */
export async function reindexSpace(db: QueryExecutorProvider, organization: string, space: string): Promise<void> {
  await sql`
    insert into search_space (space_id, organization_id, after_page)
    values (${space}, ${organization}, gen_random_uuid()::text)
    on conflict (space_id) do update
    set organization_id = excluded.organization_id, revision = null, target = null, after_page = excluded.after_page,
      attempts = 0, try_at = null, error = null`.execute(db)
}

/** Returns those of `spaces` that no longer belong to the organization's index, although it has pages of them. */
export async function findDepartedSpaces(
  db: QueryExecutorProvider,
  organization: string,
  spaces: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ space: string }>`
    select space from unnest(${[...spaces]}::text[]) as space
    where not exists (select from search_space where space_id = space and organization_id = ${organization})`.execute(
    db,
  )
  return rows.map(({ space }) => space)
}

/**
 * Returns the statement that removes a space. Its pages leave the organization's index with the merge that the
 * statement requests.
 */
export const deletionOfSpace = (space: string): RawBuilder<unknown> => sql`
  with removed as (delete from search_space where space_id = ${space} returning organization_id)
  update search_index set merge_at = now() from removed where search_index.organization_id = removed.organization_id`
