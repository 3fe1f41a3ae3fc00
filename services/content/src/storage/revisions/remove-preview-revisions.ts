import { type Kysely, sql as raw } from 'kysely'
import type { RevisionTables, UnnamedTables } from '../../tables/revisions.tables.ts'

/**
 * Removes revisions of previews. What they alone reach is swept from their stores within two days, like the remains
 * of a failed write: pull requests of strangers must not fill the disk for good. Other revisions stay.
 */
export async function removePreviewRevisions(
  sql: Kysely<RevisionTables & UnnamedTables>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await raw`
    with gone as (
      delete from revision where id = any(${ids}::text[]) and kind = 'preview' returning id, store
    )
    insert into unnamed (id, store, failed) select min(id), store, true from gone group by store`.execute(sql)
}
