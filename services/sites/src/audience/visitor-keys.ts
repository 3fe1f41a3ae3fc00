import { randomBytes } from 'node:crypto'
import { notFound, type Sealer } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { Sql, Tables } from '../database.ts'

export type PublishingAuthRow = Selectable<Tables['publishing_auth']>

const keyBytes = 32
export const visitorKeyContext = (siteId: string) => `publishing_auth.${siteId}`

/** Generates a key for a site, sealed. */
export const newVisitorKey = (sealer: Sealer, siteId: string) =>
  sealer.seal(randomBytes(keyBytes).toString('hex'), visitorKeyContext(siteId))

/** Opens the key that signs the tokens of the site's visitors. */
export const openVisitorKey = (sealer: Sealer, row: Pick<PublishingAuthRow, 'site_id' | 'sealed_key'>) =>
  sealer.open(row.sealed_key, visitorKeyContext(row.site_id))

/**
 * Returns the site's row, and creates it on first use. The statement is idempotent, so a GET may run it: before it
 * nobody knew the key, so no visitor had a token.
 */
export async function publishingAuthOf(sql: Sql, sealer: Sealer, siteId: string): Promise<PublishingAuthRow> {
  const found = await sql.selectFrom('publishing_auth').selectAll().where('site_id', '=', siteId).executeTakeFirst()
  if (found) return found
  const { rows } = await raw<PublishingAuthRow>`
    insert into publishing_auth (site_id, sealed_key)
    select id, ${newVisitorKey(sealer, siteId)} from site where id = ${siteId} for key share
    on conflict (site_id) do update set site_id = excluded.site_id
    returning *`.execute(sql)
  if (!rows[0]) throw notFound('The site')
  return rows[0]
}
