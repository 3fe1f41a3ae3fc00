import type { SearchIndex } from '@quire/search'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { Reader } from '../readers/readers.ts'
import type { Meaning } from './meaning.ts'
import { orderedByMeaning } from './nearness.ts'
import {
  type FoundPage,
  inOrder,
  type KeptPage,
  type Passage,
  pagesCompared,
  pagesRead,
  passagesOf,
  searchFor,
} from './passages.ts'

export type { Passage } from './passages.ts'

interface RetrievalParts {
  sql: Sql
  index: SearchIndex
  /** Absent: words alone decide. */
  meaning?: Meaning | undefined
}

/** Where some of the pages that are found may not be shown, or a later one means what is asked. */
const pagesLookedAt = 50
/** A page may change between the search and the reading of what is kept of it; then the search is done again. */
const mostSearches = 3

/**
 * The passages that answer a question best. Permission comes first: only pages of spaces that the reader may read, and
 * that no site keeps from agents, are candidates at all (docs/adr/0008).
 */
export async function retrieve(
  { sql, index, meaning }: RetrievalParts,
  reader: Reader,
  question: string,
): Promise<Passage[]> {
  const limit = reader.shown || meaning ? pagesLookedAt : pagesCompared
  for (let searches = 1; ; searches++) {
    const { version, readable } = await readAnswerable(sql, reader)
    const { pages: found } = await index.search({
      ...{ organization: reader.organizationId, version, readable },
      ...searchFor(question, limit),
    })
    const byWords = inOrder(reader.shown ? await reader.shown(found) : found)
    const pages = (meaning ? await orderedByMeaning(sql, byWords, meaning) : byWords).slice(0, pagesRead)
    const kept = await readKept(sql, pages)
    if (kept.length === pages.length || searches === mostSearches) return passagesOf(pages, kept)
  }
}

/** What a question of this reader is searched in, in one statement: their spaces, in an index of at least this version. */
async function readAnswerable(sql: Sql, reader: Reader): Promise<{ version: number; readable: string[] }> {
  const { organizationId } = reader
  const { rows } = await raw<{ version: number; readable: string[] }>`
    select coalesce((select version from search_index where organization_id = ${organizationId}), 0)::float8 as version,
      coalesce(array_agg(space_id), '{}') as readable
    from search_space where organization_id = ${organizationId} and ${answerable(reader, 'search_space.space_id')}`.execute(
    sql,
  )
  return rows[0] ?? { version: 0, readable: [] }
}

type SpaceColumn = `${'page' | 'search_space' | 'question' | 'space'}.space_id`

/**
 * Which spaces an answer to a reader may quote: those that they may read and that no site keeps from agents. As an array
 * their spaces are found once; as a subquery they would be found for each row while the planner knows little of a new index.
 */
export const answerable = (reader: Reader, column: SpaceColumn) =>
  raw<boolean>`${raw.ref(column)} = any(array${reader.spaces()}) and ${included(raw.ref(column))}`

/** No site keeps the space from agents. */
export const included = (space: RawBuilder<unknown>) => raw<boolean>`not exists (
    select from site_space join site on site.id = site_space.site_id
    where site_space.space_id = ${space} and site.agents_context = 'excluded')`

/** Those of some spaces that an answer to a reader may quote. */
export async function answerableAmong(sql: Sql, reader: Reader, spaces: readonly string[]): Promise<string[]> {
  if (spaces.length === 0) return []
  const { rows } = await raw<{ id: string }>`
    select id from ${reader.spaces(spaces)} readable where ${included(raw.ref('readable.id'))}`.execute(sql)
  return rows.map(({ id }) => id)
}

/** What is kept of the pages, of those that are still as they were found. */
export async function readKept(sql: Sql, pages: readonly FoundPage[]): Promise<KeptPage[]> {
  if (pages.length === 0) return []
  const found = pages.map(({ space, id, document }) => ({ space, id, document }))
  // While a space is being read, some of its pages are of a newer revision than others.
  const { rows } = await raw<KeptPage>`
    select space, page.id, page.sections, search_space.language, case
      when page.revision = search_space.target then page.revision
      else coalesce(search_space.revision, page.revision) end as revision
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found(space text, id text, document text)
    join page on page.space_id = space and page.id = found.id and page.revision = document
    join search_space on search_space.space_id = space`.execute(sql)
  return rows
}
