import { anyOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** The fields of a space's event that matter to the index. */
interface SpaceState {
  id: string
  version: number
  organizationId: string
  language: string | null
  revision: string
  deletedAt: string | null
}

/** A time that no lease reaches: what is due later was put off for a reason that a change of the space ends. */
const afterLeases = raw<Date>`now() + interval '1 minute'`

/**
 * Records which revision of each space the index should hold; none for a deleted space. A space that changes is due at
 * once, and its failures are reset. It starts from nothing if a failure left part of an older revision in the index, or
 * if its organization or language changed. The work counts for the account that made the organization. Returns true if any
 * space is to be indexed; a new title alone needs no indexing.
 */
export async function wantRevisions(sql: Sql, states: SpaceState[]): Promise<boolean> {
  const rows = states.map((one) => ({
    space_id: one.id,
    organization_id: one.organizationId,
    language: one.language,
    wanted: one.deletedAt === null ? one.revision : null,
    wanted_version: String(one.version),
  }))
  // A deleted space that the index never held is not queued.
  const { numAffectedRows } = await raw`
    insert into search_space (space_id, organization_id, language, wanted, wanted_version, try_at, account, origin)
    select state.*, now(), holder.account, coalesce(made.state ->> 'origin', holder.account) from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as state (space_id text, organization_id text, language text, wanted text, wanted_version bigint)
    left join organization made on made.id = state.organization_id
    cross join lateral (
      select coalesce(made.state ->> 'madeBy', 'organization ' || state.organization_id) as account
    ) holder
    where state.wanted is not null or exists (select from search_space held where held.space_id = state.space_id)
    on conflict (space_id) do update set
      organization_id = excluded.organization_id,
      account = excluded.account,
      origin = excluded.origin,
      language = excluded.language,
      wanted = excluded.wanted,
      wanted_version = excluded.wanted_version,
      revision = case when ${startsOver} then null else search_space.revision end,
      target = case when ${startsOver} then null else search_space.target end,
      target_version = case when ${startsOver} then null else search_space.target_version end,
      after_page = case when ${startsOver} then null else search_space.after_page end,
      wanted_at = case when search_space.pending then search_space.wanted_at else now() end,
      attempts = 0,
      error = null,
      try_at = case
        when search_space.attempts > 0 or not search_space.pending or search_space.try_at > ${afterLeases} then now()
        else search_space.try_at end
    where search_space.wanted is distinct from excluded.wanted or ${changesOwnerOrLanguage}`.execute(sql)
  return (numAffectedRows ?? 0n) > 0n
}

/** Lets the work on the spaces of these organizations, which may be known before them, count for those who made them. */
export async function countWork(sql: Sql, organizationIds: string[]): Promise<void> {
  await raw`
    update search_space set account = made.state ->> 'madeBy', origin = coalesce(made.state ->> 'origin', made.state ->> 'madeBy')
    from organization made
    where made.id = any(${organizationIds}::text[]) and search_space.organization_id = made.id
      and search_space.account = 'organization ' || made.id and made.state ->> 'madeBy' is not null`.execute(sql)
}

/** True if the space has another organization now, or its words follow the rules of another language. */
const changesOwnerOrLanguage = raw`(search_space.organization_id <> excluded.organization_id
  or search_space.language is distinct from excluded.language)`
const startsOver = raw`(excluded.wanted is null or ${changesOwnerOrLanguage}
  or (search_space.attempts > 0 and search_space.target is not null))`

/** Records that spaces are deleted for good: the workers drop them from the index. */
export async function wantNoRevisions(sql: Sql, spaceIds: string[]): Promise<void> {
  await sql
    .updateTable('search_space')
    .set({
      wanted: null,
      revision: null,
      target: null,
      target_version: null,
      after_page: null,
      attempts: 0,
      error: null,
      try_at: raw<Date>`now()`,
    })
    .where('space_id', '=', anyOf(spaceIds))
    .execute()
}
