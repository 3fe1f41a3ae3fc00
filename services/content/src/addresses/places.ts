import { siteSpaceAddress } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { Sql } from '../database.ts'

/** What an address names. A page is named by its id, or on a site by its path. */
export interface NamedPlace {
  collectionId?: string | undefined
  spaceId?: string | undefined
  changeRequestId?: string | undefined
  pageId?: string | undefined
  pagePath?: string | undefined
}

const collection = /^\/v1\/collections\/(?<collectionId>[\w-]+)$/
const space =
  /^\/v1\/spaces\/(?<spaceId>[\w-]+)(?:\/change-requests\/(?<changeRequestId>[\w-]+))?(?:\/content(?:\/page\/(?<pageId>[\w-]+))?)?$/
const mostSegments = 100

/** What an address of the interface or of a published site names; nobody has been asked whether the caller may see it. */
export async function placeAt(sql: Sql, url: string, publicUrl: string): Promise<NamedPlace | undefined> {
  const { origin, pathname } = new URL(url)
  const address = `${origin}${pathname}`.replace(/\/+$/, '')
  if (!address.startsWith(`${publicUrl}/v1/`)) return onSite(sql, address)
  const path = address.slice(publicUrl.length)
  return { ...(collection.exec(path) ?? space.exec(path))?.groups }
}

/** The space of a published site whose address is the longest beginning of this one, by whole segments. */
async function onSite(sql: Sql, address: string): Promise<NamedPlace | undefined> {
  const segments = address.split('/')
  if (segments.length > mostSegments) return undefined
  const beginnings = segments.map((_, index) => segments.slice(0, index + 1).join('/'))
  const rows = await sql
    .selectFrom('site')
    .innerJoin('site_space', 'site_space.site_id', 'site.id')
    .select(['site_space.space_id', 'site.address as site', 'site_space.address', 'site_space.path'])
    .where('site.address', '=', anyOf(beginnings))
    .where('site.published', '=', true)
    .orderBy('site_space.id')
    .execute()
  const placed = rows.map((row) => ({ spaceId: row.space_id, at: siteSpaceAddress(row.site, row.address ?? row.path) }))
  const near = placed
    .filter(({ at }) => beginnings.includes(at))
    .sort((one, other) => other.at.length - one.at.length)[0]
  if (!near) return undefined
  const pagePath = decoded(address.slice(near.at.length + 1))
  return pagePath === undefined ? undefined : { spaceId: near.spaceId, ...(pagePath !== '' && { pagePath }) }
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
