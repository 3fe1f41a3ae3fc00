import { candidatesOf } from './address-candidates.ts'
import { findSiteAt } from './find-site.ts'
import { spacesOnSite } from './open-spaces.ts'
import type { AskedAddress } from './resolve.ts'
import { findRedirect, targetOf } from './site-redirects.ts'

/** A path of a site, decoded and without slashes around it. */
interface SitePath {
  siteId: string
  path: string
}

/** Readers are sent over so many redirects at most; a longer way counts as a circle. */
const mostRedirects = 10

type Parts = Pick<AskedAddress, 'sql' | 'pathOf'> & {
  deps: Pick<AskedAddress['deps'], 'publicUrl'>
  /** Whose redirect begins the way. */
  organizationId: string
}

/**
 * Whether a redirect from a path to this address brings its readers back, over other redirects of any sites here. It looks
 * at the redirects alone: who may read what lies between makes no difference, but that a site of another organization is
 * followed only where it is open to whoever has the address. Else it would show what redirects that one has.
 */
export async function goesRound(parts: Parts, from: SitePath, target: string): Promise<boolean> {
  const seen = new Set<string>()
  let at = await sitePathOf(parts, target)
  while (at && keyOf(at) !== keyOf(from) && seen.size < mostRedirects) {
    // A circle without this path ends at a path of its own.
    if (seen.has(keyOf(at))) return false
    seen.add(keyOf(at))
    at = await nextOf(parts, at)
  }
  return at !== undefined
}

const keyOf = ({ siteId, path }: SitePath) => `${siteId} ${path}`

/** Where an address lies, on whichever site here; undefined elsewhere. */
async function sitePathOf({ sql, deps, organizationId }: Parts, address: string): Promise<SitePath | undefined> {
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

/** Where the redirect of a path leads; undefined where there is none, or it leads elsewhere. */
async function nextOf(parts: Parts, { siteId, path }: SitePath): Promise<SitePath | undefined> {
  const { sql, pathOf } = parts
  const redirect = await findRedirect(sql, siteId, path)
  if (!redirect) return undefined
  const { destination } = redirect
  if (destination.kind === 'external') return sitePathOf(parts, destination.url)
  const within = { base: '', open: await spacesOnSite(sql, siteId), claims: undefined, pathOf }
  const target = await targetOf(destination, within)
  return target === undefined ? undefined : { siteId, path: decodeURIComponent(target.slice(1)) }
}
