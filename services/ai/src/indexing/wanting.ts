import { anyOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** What is told of a space, as far as the index follows it. */
interface ToldSpace {
  id: string
  version: number
  organizationId: string
  language: string | null
  revision: string
  deletedAt: string | null
}

/**
 * Notes which revision of each space the index should hold; none for a deleted space. A space that changes is due at
 * once and its failures are forgotten. Where a failure left part of an older revision in the index, it begins from
 * nothing, as a space does that moved. Answers whether any space is to be indexed, which a new title does not ask for.
 */
export async function wantRevisions(sql: Sql, told: ToldSpace[]): Promise<boolean> {
  const rows = told.map((one) => ({
    space_id: one.id,
    organization_id: one.organizationId,
    language: one.language,
    wanted: one.deletedAt === null ? one.revision : null,
    wanted_version: String(one.version),
  }))
  // A deleted space that the index never held needs no place in the queue.
  const { numAffectedRows } = await raw`
    insert into search_space (space_id, organization_id, language, wanted, wanted_version, try_at)
    select told.*, now() from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as told (space_id text, organization_id text, language text, wanted text, wanted_version bigint)
    where told.wanted is not null or exists (select from search_space held where held.space_id = told.space_id)
    on conflict (space_id) do update set
      organization_id = excluded.organization_id,
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
      try_at = case when search_space.attempts > 0 or not search_space.pending then now() else search_space.try_at end
    where search_space.wanted is distinct from excluded.wanted or ${isMoved}`.execute(sql)
  return (numAffectedRows ?? 0n) > 0n
}

/** It is another organization's now, or its words are to be read by the rules of another language. */
const isMoved = raw`(search_space.organization_id <> excluded.organization_id
  or search_space.language is distinct from excluded.language)`
const startsOver = raw`(excluded.wanted is null or ${isMoved}
  or (search_space.attempts > 0 and search_space.target is not null))`

/** Spaces that are gone for good: the workers drop what the index holds of them. */
export async function unwant(sql: Sql, spaceIds: string[]): Promise<void> {
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
