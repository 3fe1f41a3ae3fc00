import { hash, randomBytes } from 'node:crypto'
import { ShareKey } from '@quire/contracts'
import type { Sealer } from '@quire/kit'
import { z } from 'zod'
import type { SitesContext } from '../context.ts'
import type { Sql } from '../database.ts'
import type { ShareLinkRow } from '../model/share-links.state.ts'
import type { SiteRow } from '../model/sites.state.ts'

const keyBytes = 16

/** Generates the key of a share link: 128 random bits, in lower-case hexadecimal. */
export const newShareKey = () => randomBytes(keyBytes).toString('hex')

/** Share links are looked up by a hash of the key, so the time of a comparison reveals nothing of it. */
export const hashOfKey = (key: string) => hash('sha256', key, 'base64url')

export const shareKeyContext = (linkId: string) => `share_link.${linkId}`

export const sealKey = (sealer: Sealer, linkId: string, key: string) => sealer.seal(key, shareKeyContext(linkId))
export const openKey = (sealer: Sealer, { id, sealed_key }: Pick<ShareLinkRow, 'id' | 'sealed_key'>) =>
  sealer.open(sealed_key, shareKeyContext(id))

/** Returns the active share link of a site that has this key. */
export const findShareLink = (sql: Sql, siteId: string, key: string) =>
  sql
    .selectFrom('share_link')
    .select('id')
    .where('site_id', '=', siteId)
    .where('key_hash', '=', hashOfKey(key))
    .where('active', '=', true)
    .executeTakeFirst()

/**
 * Returns the active share link with this key, on a site whose audience is its share links. The key alone identifies
 * it.
 */
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

const Query = z.object({ shareKey: ShareKey })

/**
 * Returns the key that addresses of the site begin with for this caller: the key of the link that admitted a visitor,
 * or the active one that a member names in the query.
 */
export async function shareKeyFor(
  { sql, access, query }: Pick<SitesContext, 'sql' | 'access'> & { query?: unknown },
  site: SiteRow,
): Promise<string | undefined> {
  if (access.visitorSite) return access.visitorSite.shareKey
  const named = Query.safeParse(query).data?.shareKey
  if (named === undefined || site.visibility !== 'share-link') return undefined
  return (await findShareLink(sql, site.id, named)) && named
}
