import { sql as raw } from 'kysely'
import type { IndexedSection, Sql } from '../database.ts'
import { releaseVectors } from '../vectors/wanting.ts'
import { type EmbeddingSpace, mayBeSent } from './queue.ts'
import type { SectionText } from './texts.ts'

/** Pages of one turn; their sections wait in memory for their vectors. */
const pagesOfTurn = 20

/** A page whose sections lack vectors of the model. */
interface BarePage {
  id: string
  revision: string
  organization: string
  title: string
  sections: IndexedSection[]
}

/** Some pages of a space that lack vectors; none where nothing of it may be sent. */
export async function readBarePages(sql: Sql, space: string, model: string): Promise<BarePage[]> {
  const { rows } = await raw<BarePage>`
    select page.id, page.revision, search_space.organization_id as organization, page.title, page.sections
    from page join search_space on search_space.space_id = page.space_id
    where page.space_id = ${space} and page.embedded_by is distinct from ${model} and ${mayBeSent(raw.ref('page.space_id'))}
    order by page.id limit ${pagesOfTurn}`.execute(sql)
  return rows
}

/** Those of some texts that have no vector, each once. */
export async function withoutVector(sql: Sql, texts: readonly SectionText[]): Promise<SectionText[]> {
  const { rows } = await raw<{ key: Buffer }>`
    select key from section_vector where key = any(${texts.map(({ key }) => key)}::bytea[])`.execute(sql)
  const known = new Set(rows.map(({ key }) => key.toString('hex')))
  return [...new Map(texts.map((text) => [text.key.toString('hex'), text]))]
    .filter(([key]) => !known.has(key))
    .map(([, text]) => text)
}

interface NewVector {
  key: Buffer
  /** Empty: the endpoint refuses the text. */
  vector: Buffer
}

/** Keeps vectors; which pages have them is said later, so they go again where that never happens. */
export async function keepVectors(
  sql: Sql,
  vectors: readonly NewVector[],
  { organization, model }: { organization: string; model: string },
): Promise<void> {
  const [keys, values] = [vectors.map(({ key }) => key), vectors.map(({ vector }) => vector)]
  await raw`
    insert into section_vector (key, organization_id, model, vector, unused_at)
    select key, ${organization}, ${model}, vector, now()
    from unnest(${keys}::bytea[], ${values}::bytea[]) as given (key, vector) order by key
    on conflict (key) do nothing`.execute(sql)
}

interface KeyedPage extends Pick<BarePage, 'id' | 'revision'> {
  /** In the order of the sections. */
  keys: readonly (Buffer | null)[]
}

/**
 * Notes of pages that their sections have these vectors. Not of those that changed meanwhile, nor of those of which a
 * vector was swept, nor where the space was taken away: these wait for their next turn, and what nobody has is swept.
 */
export async function markPages(sql: Sql, space: EmbeddingSpace, model: string, pages: readonly KeyedPage[]) {
  const { id, claim, space_id: spaceId } = space
  const told = pages.map((page) => ({ ...page, keys: page.keys.map((key) => key?.toString('hex') ?? null) }))
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
        select told.id, told.revision, array(
          select decode(hex, 'hex') from jsonb_array_elements_text(told.keys) with ordinality as one (hex, place)
          order by place) as keys
        from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (id text, revision text, keys jsonb)
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
