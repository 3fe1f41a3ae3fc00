import { siteSpaceAddress } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { Sql } from '../database.ts'

/** The content that an address leads to. An address in the interface has the id of a page, one on a site its path. */
export interface AddressedContent {
  collectionId?: string | undefined
  spaceId?: string | undefined
  changeRequestId?: string | undefined
  pageId?: string | undefined
  pagePath?: string | undefined
}

const collection = /^\/v1\/collections\/(?<collectionId>[\w-]+)$/
const space =
  /^\/v1\/spaces\/(?<spaceId>[\w-]+)(?:\/change-requests\/(?<changeRequestId>[\w-]+))?(?:\/content(?:\/page\/(?<pageId>[\w-]+))?)?$/
const maxSegments = 100

/** Resolves an address of the interface or of a published site. The caller may not be allowed to see the result. */
export async function resolveAddress(sql: Sql, url: string, publicUrl: string): Promise<AddressedContent | undefined> {
  const { origin, pathname } = new URL(url)
  const address = `${origin}${pathname}`.replace(/\/+$/, '')
  if (!address.startsWith(`${publicUrl}/v1/`)) return resolveSiteAddress(sql, address)
  const path = address.slice(publicUrl.length)
  return { ...(collection.exec(path) ?? space.exec(path))?.groups }
}

/** Finds the space of a published site whose address is the longest prefix of this one, by whole segments. */
async function resolveSiteAddress(sql: Sql, address: string): Promise<AddressedContent | undefined> {
  const segments = address.split('/')
  if (segments.length > maxSegments) return undefined
  const prefixes = segments.map((_, index) => segments.slice(0, index + 1).join('/'))
  const rows = await sql
    .selectFrom('site')
    .innerJoin('site_space', 'site_space.site_id', 'site.id')
    .select(['site_space.space_id', 'site.address as site', 'site_space.address', 'site_space.path'])
    .where('site.address', '=', anyOf(prefixes))
    .where('site.published', '=', true)
    .orderBy('site_space.id')
    .execute()
  const candidates = rows.map((row) => ({
    spaceId: row.space_id,
    at: siteSpaceAddress(row.site, row.address ?? row.path),
  }))
  const nearest = candidates
    .filter(({ at }) => prefixes.includes(at))
    .sort((one, other) => other.at.length - one.at.length)[0]
  if (!nearest) return undefined
  const pagePath = decoded(address.slice(nearest.at.length + 1))
  return pagePath === undefined ? undefined : { spaceId: nearest.spaceId, ...(pagePath !== '' && { pagePath }) }
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
