import type { Sql } from '../database.ts'

/** What a site expects of its visitors; undefined where nobody said so. */
export const adaptiveSchemaOf = (sql: Sql, siteId: string) =>
  sql.selectFrom('site_adaptive_schema').selectAll().where('site_id', '=', siteId).executeTakeFirst()
