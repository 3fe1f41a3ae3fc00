import { type Logger, type Loop, startLoop } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { countTokens, forgetTokens, type TokenHolder } from '../model/embedding-budget.ts'
import type { IndexedSection } from '../tables/indexing.tables.ts'
import { releaseVectors } from '../vectors/vector-usage.ts'
import { type EmbeddingSpace, mayBeEmbedded } from './queue.ts'

/** The text that is embedded for a section, and the key of its vector. */
export interface SectionText {
  key: Buffer
  text: string
}

/** Pages that are embedded together; their sections are held in memory until they have vectors. */
const maxPages = 20

/** A page whose sections lack vectors of the current model. */
interface PageWithoutVectors {
  id: string
  revision: string
  organization: string
  title: string
  sections: IndexedSection[]
}

/** Returns some pages of a space that lack vectors; none if its texts may not be sent to the endpoint. */
export async function readPagesWithoutVectors(sql: Sql, space: string, model: string): Promise<PageWithoutVectors[]> {
  const { rows } = await raw<PageWithoutVectors>`
    select page.id, page.revision, search_space.organization_id as organization, page.title, page.sections
    from page join search_space on search_space.space_id = page.space_id
    where page.space_id = ${space} and page.embedded_by is distinct from ${model} and ${mayBeEmbedded(raw.ref('page.space_id'))}
    order by page.id limit ${maxPages}`.execute(sql)
  return rows
}

/** Returns the texts that have no vector, without duplicates. */
export async function findTextsWithoutVector(sql: Sql, texts: readonly SectionText[]): Promise<SectionText[]> {
  const { rows } = await raw<{ key: Buffer }>`
    select key from section_vector where key = any(${texts.map(({ key }) => key)}::bytea[])`.execute(sql)
  const known = new Set(rows.map(({ key }) => key.toString('hex')))
  return [...new Map(texts.map((text) => [text.key.toString('hex'), text]))]
    .filter(([key]) => !known.has(key))
    .map(([, text]) => text)
}

interface NewVector {
  key: Buffer
  /** Empty if the endpoint refuses the text. */
  vector: Buffer
}

/** Whose vectors these are, and what they cost. */
interface Paid {
  organization: string
  model: string
  holders: readonly TokenHolder[]
  tokens: number
}

/** Stores vectors as unused, and counts their tokens. A sweep deletes them if `assignVectors` does not follow. */
export async function storeVectors(
  sql: Sql,
  vectors: readonly NewVector[],
  { organization, model, holders, tokens }: Paid,
): Promise<void> {
  const [keys, values] = [vectors.map(({ key }) => key), vectors.map(({ vector }) => vector)]
  await raw`
    with counted as (${countTokens(holders, tokens)})
    insert into section_vector (key, organization_id, model, vector, unused_at)
    select key, ${organization}, ${model}, vector, now()
    from unnest(${keys}::bytea[], ${values}::bytea[]) as given (key, vector) order by key
    on conflict (key) do nothing`.execute(sql)
}

interface KeyedPage extends Pick<PageWithoutVectors, 'id' | 'revision'> {
  /** In the order of the sections. */
  keys: readonly (Buffer | null)[]
}

/**
 * Records that the sections of these pages have these vectors. Skips pages that changed meanwhile or of which a vector
 * was swept, and all of them if another process claimed the space: skipped pages wait for the next claim, and unused
 * vectors are swept.
 */
export async function assignVectors(sql: Sql, space: EmbeddingSpace, model: string, pages: readonly KeyedPage[]) {
  const { id, claim, space_id: spaceId } = space
  const assigned = pages.map((page) => ({ ...page, keys: page.keys.map((key) => key?.toString('hex') ?? null) }))
  await sql.transaction().execute(async (transaction) => {
    const ids = pages.map((page) => page.id)
    await releaseVectors(transaction, spaceId, ids)
    await raw`
      update section_vector set unused_at = null where key = any(${keysOf(pages)}::bytea[]) and unused_at is not null`.execute(
      transaction,
    )
    const { rows } = await raw<{ id: string }>`
      update page set embedded_by = ${model}, section_keys = given.keys
      from (
        select assigned.id, assigned.revision, array(
          select decode(hex, 'hex') from jsonb_array_elements_text(assigned.keys) with ordinality as one (hex, place)
          order by place) as keys
        from jsonb_to_recordset(${JSON.stringify(assigned)}::jsonb) as assigned (id text, revision text, keys jsonb)
      ) given
      where page.space_id = ${spaceId} and page.id = given.id and page.revision = given.revision
        and not exists (
          select from unnest(given.keys) as wanted (key)
          where wanted.key is not null and not exists (select from section_vector where section_vector.key = wanted.key))
        and exists (select from embedding_space where id = ${id} and claim = ${claim})
      returning page.id`.execute(transaction)
    const marked = new Set(rows.map((row) => row.id))
    await raw`
      update section_vector set unused_at = now()
      where key = any(${keysOf(pages.filter((page) => !marked.has(page.id)))}::bytea[])`.execute(transaction)
  })
}

const keysOf = (pages: readonly KeyedPage[]) => pages.flatMap(({ keys }) => keys.filter((key) => key !== null))

/** A text that returns within this time, as when a space is read again from nothing, is not embedded again. */
const unusedFor = '1 hour'
const maxVectors = 1000
const everyMs = 5 * 60_000

/** Sweeps as long as the service runs, also while no model is configured: vectors of deleted texts have to go. */
export const startSweeping = (sql: () => Sql, log: Logger): Loop =>
  startLoop({ name: 'sweep of vectors', everyMs, log }, async (signal) => {
    while (!signal.aborted && (await sweepVectors(sql()))) {}
    await forgetTokens(sql())
  })

/**
 * Deletes vectors that no page has used for an hour; returns false once none is left to check. A page that uses a
 * vector again updates the vector's row, so either this statement sees the use or that update misses the row. Any
 * number of processes may sweep.
 */
export async function sweepVectors(sql: Sql): Promise<boolean> {
  const { rows } = await raw<{ looked: number }>`
    with due as materialized (
      select key, exists (
        select from page where section_keys is not null and section_keys @> array[section_vector.key]) as is_used
      from section_vector where unused_at < now() - ${unusedFor}::interval
      limit ${maxVectors} for update skip locked
    ), used as (
      update section_vector set unused_at = null where key in (select key from due where is_used)
    ), swept as (
      delete from section_vector where key in (select key from due where not is_used)
    )
    select count(*)::float8 as looked from due`.execute(sql)
  return (rows[0]?.looked ?? 0) > 0
}
