import { type ClaimedRow, claimsOf, newId } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { included } from '../readers/reader.ts'

/** A space whose sections wait for vectors. */
export interface EmbeddingSpace extends ClaimedRow {
  space_id: string
  /** The number of changes that made the space wait. */
  changes: number
}

/**
 * True if the endpoint may receive texts of the space: it exists, its organization allows AI, and no site excludes
 * agents.
 */
export const mayBeEmbedded = (space: RawBuilder<unknown>) => raw<boolean>`exists (
    select from search_space asked join organization on organization.id = asked.organization_id
    where asked.space_id = ${space} and asked.wanted is not null
      and coalesce(organization.state ->> 'ai', 'true') <> 'false') and ${included(space)}`

/** True of spaces that wait, as long as this process has the current model. */
const waiting = (model: string) => raw<boolean>`
  waits and next_at <= now() and exists (select from embedding_model current where current.model = ${model})
  and ${mayBeEmbedded(raw.ref('embedding_space.space_id'))}`

export const embeddingClaims = (sql: () => Sql, model: string) =>
  claimsOf<EmbeddingSpace>({ sql, table: 'embedding_space', waiting: waiting(model) })

/**
 * Ends the claim on a space. If more of the space waits, it moves to the end of the queue: also if it changed
 * meanwhile, or had nothing to send because a site excluded agents a moment ago.
 */
export async function endTurn(
  sql: Sql,
  { id, claim, space_id: spaceId, changes }: EmbeddingSpace,
  model: string,
): Promise<void> {
  await raw`
    update embedding_space
    set id = ${newId()}, claim = null, claimed_until = null, attempts = 0, waits = changes <> ${changes} or exists (
      select from page where page.space_id = ${spaceId} and page.embedded_by is distinct from ${model})
    where id = ${id} and claim = ${claim}`.execute(sql)
}

/** Ends the claim on a space whose organization, or whoever made it, has had all tokens of the day; it is tried again hourly. */
export async function postpone(sql: Sql, { id, claim }: EmbeddingSpace): Promise<void> {
  await raw`
    update embedding_space set claim = null, claimed_until = null, attempts = 0,
      next_at = least(now() + interval '1 hour', (date_trunc('day', now() at time zone 'utc') + interval '1 day') at time zone 'utc')
    where id = ${id} and claim = ${claim}`.execute(sql)
}

/**
 * Makes a model the current one: the process that started last decides. If the model changes, all spaces wait for new
 * vectors, and processes with the previous model take no more work.
 */
export async function selectModel(sql: Sql, model: string): Promise<void> {
  await sql.transaction().execute(async (transaction) => {
    const changed = await raw`
      insert into embedding_model (is_current, model) values (true, ${model})
      on conflict (is_current) do update set model = excluded.model where embedding_model.model <> excluded.model`.execute(
      transaction,
    )
    if (changed.numAffectedRows === 0n) return
    await raw`
      update embedding_space
      set waits = true, changes = changes + 1, claim = null, claimed_until = null, attempts = 0`.execute(transaction)
  })
}

interface EmbeddedCounts {
  embedded: number
  waiting: number
  /** Those of the waiting ones whose day has no tokens left. */
  postponed: number
}

/** Counts the spaces that have all their vectors, and those that wait and may have them. */
export async function countEmbedded(sql: Sql): Promise<EmbeddedCounts> {
  const { rows } = await raw<EmbeddedCounts>`
    select count(*) filter (where not waits)::float8 as embedded,
      count(*) filter (where waits and ${mayBeEmbedded(raw.ref('embedding_space.space_id'))})::float8 as waiting,
      count(*) filter (where waits and next_at > now())::float8 as postponed
    from embedding_space`.execute(sql)
  return rows[0] ?? { embedded: 0, waiting: 0, postponed: 0 }
}
