import { hash } from 'node:crypto'
import { type Publication, shareAddress, siteSpaceAddress } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

interface PublicationRow {
  visibility: Publication['visibility']
  address: string
  path: string
  hasLink: boolean
}

interface PublicationToFind {
  spaceId: string
  /** The site to look at; absent: the published one that the space is on, the oldest if there are several. */
  siteId?: string | undefined
  /** The key of a share link; becomes part of the address if the site has this link. */
  shareKey?: string | undefined
  publicUrl: string
}

/** Finds the published address of a space; undefined if there is none. */
export async function findPublication(
  sql: Sql,
  { spaceId, siteId, shareKey, publicUrl }: PublicationToFind,
): Promise<Publication | undefined> {
  const keyHash = shareKey === undefined ? null : hash('sha256', shareKey, 'base64url')
  const { rows } = await raw<PublicationRow>`
    select site.visibility, site.address, coalesce(site_space.address, site_space.path) as path,
      site.visibility = 'share-link' and exists (
        select from share_link where site_id = site.id and key_hash = ${keyHash} and active) as "hasLink"
    from site_space join site on site.id = site_space.site_id
    where site_space.space_id = ${spaceId} and ${siteId === undefined ? raw`site.published` : raw`site.id = ${siteId}`}
    order by site_space.id limit 1`.execute(sql)
  const [row] = rows
  if (!row) return undefined
  const isByLink = row.hasLink && shareKey !== undefined
  const base = isByLink ? shareAddress(row.address, { key: shareKey, publicUrl }) : row.address
  return { visibility: row.visibility, address: siteSpaceAddress(base, row.path) }
}
