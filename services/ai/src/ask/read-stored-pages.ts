import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { FoundPage, StoredPage } from './candidate-sections.ts'

/** Reads the stored sections of found pages; leaves out pages that changed since they were found. */
export async function readStoredPages(sql: Sql, pages: readonly FoundPage[]): Promise<StoredPage[]> {
  if (pages.length === 0) return []
  const found = pages.map(({ space, id, document }) => ({ space, id, document }))
  // While a space is being indexed, some of its pages belong to a newer revision than others.
  const { rows } = await raw<StoredPage>`
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
