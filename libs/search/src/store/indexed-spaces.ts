import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { IndexedState, SpaceChange } from './search-index.ts'

interface SpaceRow extends IndexedState {
  space: string
  organization: string
}

/** Whether nothing of the space counts as indexed, so that it is indexed anew. */
export const isNew = ({ from, anew }: SpaceChange) =>
  anew === true || from === undefined || (from.revision === null && from.target === null)

/**
 * The spaces that somebody else brought on since these changes were worked out; their rows are locked until the
 * transaction ends. A space of another organization has moved here, and begins anew.
 */
export async function overtaken(
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

/** Moves the states on; a space that moves on has no failures. */
export async function moveOn(
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

/** Lets all spaces of an organization be indexed anew. */
export async function startAnew(db: QueryExecutorProvider, organization: string): Promise<void> {
  await sql`
    update search_space
    set revision = null, target = null, after_page = null, attempts = 0, try_at = null, error = null
    where organization_id = ${organization}`.execute(db)
}

/**
 * Lets one space be indexed anew, in the transaction that changes how its pages are read. Whoever is indexing it at that
 * time is too late, wherever they began: there is no other state like this one.
 */
export async function indexAnew(db: QueryExecutorProvider, organization: string, space: string): Promise<void> {
  await sql`
    insert into search_space (space_id, organization_id, after_page)
    values (${space}, ${organization}, gen_random_uuid()::text)
    on conflict (space_id) do update
    set organization_id = excluded.organization_id, revision = null, target = null, after_page = excluded.after_page,
      attempts = 0, try_at = null, error = null`.execute(db)
}

/** Of these spaces those that the organization's index has pages of, but no longer holds. */
export async function departed(
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

/** The statement that lets go of a space: its pages leave the organization's index with the merge that it asks for. */
export const forgettingSpace = (space: string): RawBuilder<unknown> => sql`
  with gone as (delete from search_space where space_id = ${space} returning organization_id)
  update search_index set merge_at = now() from gone where search_index.organization_id = gone.organization_id`
