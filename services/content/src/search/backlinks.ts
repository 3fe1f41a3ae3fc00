import type { Kysely } from 'kysely'
import type { PageIndexTables } from './page-index.ts'

interface BacklinksPage {
  limit: number
  /** The page the last answer ended with. */
  after?: string | undefined
}

/**
 * The live pages of a space that link to `target` (`/pages/<id>` or `/files/<id>`), by id; one more than the limit
 * where there are more.
 */
export function backlinksTo(
  sql: Kysely<PageIndexTables>,
  spaceId: string,
  target: string,
  { limit, after = '' }: BacklinksPage,
): Promise<{ id: string; title: string }[]> {
  return sql
    .selectFrom('page_index')
    .select(['page_id as id', 'title'])
    .where((is) => is('targets', '@>', is.val([target])))
    .where('space_id', '=', spaceId)
    .where('page_id', '>', after)
    .orderBy('page_id')
    .limit(limit + 1)
    .execute()
}
