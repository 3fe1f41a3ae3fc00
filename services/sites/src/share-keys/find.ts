import type { Sql } from '../database.ts'
import { hashOfKey } from './keys.ts'

/** The share link of a site that has this key, if it is in use. */
export const findShareLink = (sql: Sql, siteId: string, key: string) =>
  sql
    .selectFrom('share_link')
    .select('id')
    .where('site_id', '=', siteId)
    .where('key_hash', '=', hashOfKey(key))
    .where('active', '=', true)
    .executeTakeFirst()
