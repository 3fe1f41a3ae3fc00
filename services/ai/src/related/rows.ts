import { type QueryExecutorProvider, sql as raw } from 'kysely'
import type { LearntPhrase } from './learn.ts'

/** A page and what it says of words. */
export interface LearntPage {
  id: string
  phrases: readonly LearntPhrase[]
}

/** Keeps what pages of a space say of words, in place of what they said before. */
export async function keepPhrases(
  db: QueryExecutorProvider,
  { space, organization }: { space: string; organization: string },
  pages: readonly LearntPage[],
): Promise<void> {
  await forgetPhrases(
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

/** Forgets what pages of a space say of words; all of them where no ids are given. */
export async function forgetPhrases(
  db: QueryExecutorProvider,
  space: string,
  pages?: readonly string[],
): Promise<void> {
  if (pages?.length === 0) return
  const which = pages ? raw`page_id = any(${[...pages]}::text[])` : raw`true`
  await raw`delete from phrase where space_id = ${space} and ${which}`.execute(db)
}
