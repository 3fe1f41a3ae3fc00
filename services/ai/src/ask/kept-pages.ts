import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { FoundPage, KeptPage } from './passages.ts'

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

export const isSamePage = (one: Pick<FoundPage, 'space' | 'id'>, other: typeof one): boolean =>
  one.space === other.space && one.id === other.id
