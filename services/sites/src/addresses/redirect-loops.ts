import type { Sql } from '../database.ts'
import { candidatesOf } from './address-candidates.ts'
import { findSiteAt } from './find-site.ts'
import { findRedirect, type PathOfPage, targetOf } from './site-redirects.ts'
import { spacesOnSite } from './spaces-on-site.ts'

/** A path of a site, decoded and without slashes around it. */
interface SitePath {
  siteId: string
  path: string
}

/** The longest chain of redirects that is followed; a longer one counts as a loop. */
const maxRedirects = 10

interface LoopContext {
  sql: Sql
  deps: { publicUrl: string }
  pathOf: PathOfPage
  /** The organization of the first redirect. */
  organizationId: string
}

/**
 * True if a redirect from a path to this address leads back to the path, through other redirects of any sites here.
 * Access does not matter, with one exception: a site of another organization is followed only if anybody with the
 * address may read it, because the result would reveal its redirects.
 */
export async function createsLoop(parts: LoopContext, from: SitePath, target: string): Promise<boolean> {
  const seen = new Set<string>()
  let at = await sitePathOf(parts, target)
  while (at && keyOf(at) !== keyOf(from) && seen.size < maxRedirects) {
    // A loop that does not contain this path is reported at its own paths.
    if (seen.has(keyOf(at))) return false
    seen.add(keyOf(at))
    at = await nextOf(parts, at)
  }
  return at !== undefined
}

const keyOf = ({ siteId, path }: SitePath) => `${siteId} ${path}`

/** Returns the site and path of an address on any site here; undefined for other addresses. */
async function sitePathOf({ sql, deps, organizationId }: LoopContext, address: string): Promise<SitePath | undefined> {
  const candidates = candidatesOf(address, deps.publicUrl)
  const found = candidates && (await findSiteAt(sql, candidates))
  if (!found) return undefined
  const { site, link, used } = found
  const isOpen = site.published && (link !== undefined || ['public', 'unlisted'].includes(site.visibility))
  if (!isOpen && site.organization_id !== organizationId) return undefined
  const isKeyBehind = site.visibility === 'share-link' && !link
  const path = candidates.segments.slice(used + (isKeyBehind ? 1 : 0))
  return { siteId: site.id, path: path.map(({ text }) => text).join('/') }
}

/** Returns the target of a path's redirect; undefined if there is none, or it leads out of the sites here. */
async function nextOf(parts: LoopContext, { siteId, path }: SitePath): Promise<SitePath | undefined> {
  const { sql, pathOf } = parts
  const redirect = await findRedirect(sql, siteId, path)
  if (!redirect) return undefined
  const { destination } = redirect
  if (destination.kind === 'external') return sitePathOf(parts, destination.url)
  const within = { base: '', visible: await spacesOnSite(sql, siteId), claims: undefined, pathOf }
  const target = await targetOf(destination, within)
  return target === undefined ? undefined : { siteId, path: decodeURIComponent(target.slice(1)) }
}
