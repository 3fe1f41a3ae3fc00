import { siteAddressOfSpace } from '../states/site-address.ts'
import type { SiteRow } from '../states/sites.state.ts'
import { type Candidates, candidatesOf, type Segment } from './address-candidates.ts'
import { type Admission, type Asking, admissionOf } from './admission.ts'
import { fallbackOf } from './fallback.ts'
import { findSiteAt } from './find-site.ts'
import { openSpaces, type SiteSpaceOnSite } from './open-spaces.ts'
import { placeOn } from './site-paths.ts'
import { type PathOfPage, redirectOf } from './site-redirects.ts'

/** A public address that is to be read. */
export interface AskedAddress extends Asking {
  url: string
  /** Who has a token that is not valid is sent to the fallback address too, as those without one. */
  redirectOnError: boolean
  /** The address was asked for at this host itself: no proxy stands before it. */
  isAtHost?: boolean
  pathOf: PathOfPage
}

/** Another address that readers are to go to. */
export interface Elsewhere {
  target: 'content' | 'external'
  redirect: string
  site?: string
}

/** What a public address leads to, for one reader. */
export interface PublishedPlace {
  site: SiteRow
  admission: Admission
  /** Those of the site that are open to the reader, in its order. */
  open: SiteSpaceOnSite[]
  space: SiteSpaceOnSite
  /** What names the page, without slashes around it; percent-encoded as in the address. */
  pathname: string
  basePath: string
  siteBasePath: string
  canonicalUrl: string
  complete: boolean
}

/**
 * Finds what an address leads to, for who asks: two to four statements, whatever number of sites there is. Undefined
 * where it is nothing that they may read, be it there or not.
 */
export async function resolvePublished(asked: AskedAddress): Promise<PublishedPlace | Elsewhere | undefined> {
  const candidates = candidatesOf(asked.url, asked.deps.publicUrl)
  if (asked.isAtHost && candidates) candidates.origins = []
  const found = candidates && (await findSiteAt(asked.sql, candidates))
  if (!found) return undefined
  const path = candidates.segments.slice(found.used)
  const admission = await admissionOf(asked, found, path)
  if (!admission) return fallbackOf(asked, found, path)
  const { site } = found
  // The key stands in the name's place, or behind it. Who reads by a token may leave out the key that it stands for.
  const isKeyBehind = !found.link && admission.shareLink && path[0]?.text === admission.shareLink.key
  const named = found.used + (isKeyBehind ? 1 : 0)
  const place = await placeOf(asked, site, admission, candidates, named)
  const beyond = candidates.segments.slice(named)
  return place && ((await redirectOf(asked, place, beyond)) ?? place)
}

async function placeOf(
  { sql, deps }: Asking,
  site: SiteRow,
  admission: Admission,
  { segments }: Candidates,
  named: number,
): Promise<PublishedPlace | undefined> {
  const organization = { id: site.id, organizationId: site.organization_id }
  const open = await openSpaces(sql, organization, admission, deps.isBarred)
  const found = placeOn(
    open,
    segments.slice(named).map(({ text }) => text),
  )
  if (!found) return undefined
  const { space, used, isComplete: complete } = found
  const pathname = rawPath(segments.slice(named + used))
  const address = siteAddressOfSpace(site, space, deps.publicUrl, admission.shareLink?.key)
  return {
    site,
    admission,
    open,
    space,
    pathname,
    basePath: folder(segments.slice(0, named + used)),
    siteBasePath: folder(segments.slice(0, named)),
    canonicalUrl: pathname === '' ? address : `${address}/${pathname}`,
    complete,
  }
}

const rawPath = (segments: Segment[]) => segments.map(({ raw }) => raw).join('/')
const folder = (segments: Segment[]) => (segments.length === 0 ? '/' : `/${rawPath(segments)}/`)
