import { type QueryExecutorProvider, sql as raw } from 'kysely'
import type { PagePhrase } from './page-phrases.ts'

/** A page and the phrases that it equates. */
export interface PagePhrases {
  id: string
  phrases: readonly PagePhrase[]
}

/** Stores the phrases of pages of a space in place of their earlier ones. */
export async function storePhrases(
  db: QueryExecutorProvider,
  { space, organization }: { space: string; organization: string },
  pages: readonly PagePhrases[],
): Promise<void> {
  await deletePhrases(
    db,
    space,
    pages.map(({ id }) => id),
  )
  const rows = pages.flatMap(({ id, phrases }) => phrases.map((one) => ({ ...one, page_id: id })))
  if (rows.length === 0) return
  await raw`
    insert into phrase (space_id, page_id, organization_id, key, kind, means, target, section)
    select ${space}, page_id, ${organization}, key, kind, means, page, section
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as learnt (page_id text, key text, kind text, means text, page text, section text)`.execute(db)
}

/** Deletes the phrases of pages of a space; of all pages if no ids are given. */
export async function deletePhrases(
  db: QueryExecutorProvider,
  space: string,
  pages?: readonly string[],
): Promise<void> {
  if (pages?.length === 0) return
  const which = pages ? raw`page_id = any(${[...pages]}::text[])` : raw`true`
  await raw`delete from phrase where space_id = ${space} and ${which}`.execute(db)
}
