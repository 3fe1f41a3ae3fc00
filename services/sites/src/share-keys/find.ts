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

/** The share link that has this key, if it is in use, on a site that is read by share links: by the key alone. */
export async function findLinkByKey(sql: Sql, key: string) {
  const link = await sql
    .selectFrom('share_link')
    .innerJoin('site', 'site.id', 'share_link.site_id')
    .select(['share_link.id', 'share_link.site_id'])
    .where('share_link.key_hash', '=', hashOfKey(key))
    .where('share_link.active', '=', true)
    .where('site.visibility', '=', 'share-link')
    .executeTakeFirst()
  return link && { ...link, key }
}
