import { type ClaimedRow, claimsOf, newId } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import { included } from '../ask/retrieval.ts'
import type { Sql } from '../database.ts'

/** A space whose sections wait for vectors. */
export interface EmbeddingSpace extends ClaimedRow {
  space_id: string
  /** Counts what made it wait. */
  changes: number
}

/** The endpoint may be given texts of the space: it is there, its organization allows AI, and no site keeps it from agents. */
export const mayBeSent = (space: RawBuilder<unknown>) => raw<boolean>`exists (
    select from search_space asked join organization on organization.id = asked.organization_id
    where asked.space_id = ${space} and asked.wanted is not null
      and coalesce(organization.state ->> 'ai', 'true') <> 'false') and ${included(space)}`

/** Spaces that wait, as long as this process has the model that vectors are made by. */
const waiting = (model: string) => raw<boolean>`
  waits and exists (select from embedding_model current where current.model = ${model})
  and ${mayBeSent(raw.ref('embedding_space.space_id'))}`

export const embeddingClaims = (sql: () => Sql, model: string) =>
  claimsOf<EmbeddingSpace>({ sql, table: 'embedding_space', waiting: waiting(model) })

/**
 * Ends a turn. A space of which more waits goes behind the others: so does one that changed meanwhile, or that had nothing to
 * send because it was taken from agents a moment ago.
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

/**
 * Makes a model the one that vectors are made by: the process that started last decides. Where it is another one, all
 * spaces wait, and nobody goes on with the one before.
 */
export async function settleModel(sql: Sql, model: string): Promise<void> {
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

/** How many spaces have all their vectors, and how many wait that may have them. */
export async function countEmbedded(sql: Sql): Promise<{ embedded: number; waiting: number }> {
  const { rows } = await raw<{ embedded: number; waiting: number }>`
    select count(*) filter (where not waits)::float8 as embedded,
      count(*) filter (where waits and ${mayBeSent(raw.ref('embedding_space.space_id'))})::float8 as waiting
    from embedding_space`.execute(sql)
  return rows[0] ?? { embedded: 0, waiting: 0 }
}
