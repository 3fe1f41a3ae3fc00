import { previewSteps, siteSpaceAddress, visitScreen } from '@quire/contracts'
import { siteAddress } from '../model/site-address.ts'
import type { SiteRow } from '../model/sites.state.ts'
import { type Candidates, candidatesOf, type Segment } from './address-candidates.ts'
import { type AddressedSite, findSiteAt } from './find-site.ts'
import { createsLoop } from './redirect-loops.ts'
import { pagePaths, spaceAtPath } from './site-paths.ts'
import { findRedirect, type PathOfPage, targetOf } from './site-redirects.ts'
import { type SiteSpaceOnSite, visibleSpaces } from './spaces-on-site.ts'
import { type Admission, admissionOf, type LookupContext } from './visitor-admission.ts'

/** A public address to look up. */
interface AddressLookup extends LookupContext {
  url: string
  /** True if visitors with an invalid token are redirected to the fallback address too, like those without one. */
  redirectOnError: boolean
  /** True if the address was requested at this host itself, without a proxy. */
  isAtHost?: boolean
  pathOf: PathOfPage
  /** True if people without a visit of an internal site are sent to where they sign in. */
  offersSignIn?: boolean
  /**
   * Finds what the key of a pull request's preview opens. Absent where addresses lead to live content alone; they have no
   * previews then.
   */
  findPreview?: (key: string) => Promise<OpenedPreview | undefined>
}

/** A revision that is presented in place of the live content of a space. */
interface OpenedPreview {
  space: string
  revision: string
}

/** A redirect to another address. */
export interface PublishedRedirect {
  target: 'content' | 'external'
  redirect: string
  site?: string
  /** The page of an internal site that `redirect` signs a person in for; its address is the site's own. */
  signInFor?: string
}

/** The target of a public address, for one visitor. */
export interface PublishedLocation {
  site: SiteRow
  admission: Admission
  /** The spaces that are visible to the visitor, in the site's order. */
  visible: SiteSpaceOnSite[]
  space: SiteSpaceOnSite
  /** The path of the page, without slashes around it; percent-encoded as in the address. */
  pathname: string
  basePath: string
  siteBasePath: string
  canonicalUrl: string
  complete: boolean
  /** The pull request's preview that the address is in. */
  preview?: OpenedPreview | undefined
}

/**
 * Finds the target of an address for the caller, in two to four statements whatever the number of sites. Undefined if
 * the caller may read nothing there, whether or not something exists.
 */
export async function resolvePublished(
  lookup: AddressLookup,
): Promise<PublishedLocation | PublishedRedirect | undefined> {
  const candidates = candidatesOf(lookup.url, lookup.deps.publicUrl)
  if (lookup.isAtHost && candidates) candidates.origins = []
  const found = candidates && (await findSiteAt(lookup.sql, candidates))
  if (!found) return undefined
  const path = candidates.segments.slice(found.used)
  const admission = await admissionOf(lookup, found, path)
  if (!admission) return signInOf(lookup, found, path) ?? fallbackOf(lookup, found, path)
  const { site } = found
  // The key stands in the position of the name, or after it. A visitor with a token may omit the key that the token
  // contains.
  const isKeyBehind = !found.link && admission.shareLink && path[0]?.text === admission.shareLink.key
  const isNamed = found.used + (isKeyBehind ? 1 : 0)
  const key = previewKeyIn(candidates.segments.slice(isNamed))
  const preview = key === undefined ? undefined : await lookup.findPreview?.(key)
  const named = preview ? isNamed + previewSteps.length + 1 : isNamed
  const location = await locate(lookup, site, admission, candidates, named)
  // A preview shows nobody a space that the site does not show them.
  if (preview && !location?.visible.some(({ spaceId }) => spaceId === preview.space)) return undefined
  if (location && preview) return { ...location, preview }
  if (location && found.isFormer) return { target: 'content', redirect: location.canonicalUrl }
  const beyond = candidates.segments.slice(named)
  return location && ((await redirectOf(lookup, location, beyond)) ?? location)
}

/** Returns the screen of the console that opens an internal site for whoever is signed in there. */
function signInOf(
  { deps: { publicUrl }, offersSignIn = false }: AddressLookup,
  { site }: AddressedSite,
  path: Segment[],
): PublishedRedirect | undefined {
  if (!offersSignIn || !site.published || site.visibility !== 'members') return undefined
  const signInFor = [siteAddress(site, publicUrl), ...path.map(({ raw }) => raw)].join('/')
  const url = new URL(`${publicUrl}${visitScreen}`)
  url.searchParams.set('to', signInFor)
  return { target: 'external', redirect: url.href, site: site.id, signInFor }
}

/**
 * Returns the address at which visitors prove who they are, with the wanted page as a parameter. Only a published site
 * with such an address redirects, so the absence of a redirect reveals nothing.
 */
function fallbackOf(
  { visitor, redirectOnError }: AddressLookup,
  { site, auth }: AddressedSite,
  path: Segment[],
): PublishedRedirect | undefined {
  const isSent = !visitor.jwtToken || redirectOnError
  if (!site.published || site.visibility !== 'visitor-auth' || !auth?.fallback_url || !isSent) return undefined
  const url = new URL(auth.fallback_url)
  url.searchParams.set('location', `/${path.map(({ raw }) => raw).join('/')}`)
  return { target: 'external', redirect: url.href, site: site.id }
}

async function locate(
  { sql, deps }: LookupContext,
  site: SiteRow,
  admission: Admission,
  { segments }: Candidates,
  named: number,
): Promise<PublishedLocation | undefined> {
  const organization = { id: site.id, organizationId: site.organization_id }
  const visible = await visibleSpaces(sql, organization, admission, deps.isBarred)
  const found = spaceAtPath(
    visible,
    segments.slice(named).map(({ text }) => text),
  )
  if (!found) return undefined
  const { space, used, isComplete: complete } = found
  const pathname = rawPath(segments.slice(named + used))
  const address = siteAddress(site, deps.publicUrl, admission.shareLink?.key)
  const page = segments
    .slice(named + used)
    .map(({ text }) => text)
    .join('/')
  return {
    site,
    admission,
    visible,
    space,
    pathname,
    basePath: folder(segments.slice(0, named + used)),
    siteBasePath: folder(segments.slice(0, named)),
    canonicalUrl: siteSpaceAddress(
      address,
      page === '' ? (space.address ?? space.path) : pagePaths(visible)(space, page),
    ),
    complete,
  }
}

/** Returns the target of the redirect at a path of the site; undefined if none applies. */
async function redirectOf(
  { sql, deps, pathOf }: Pick<AddressLookup, 'sql' | 'deps' | 'pathOf'>,
  { site, admission, visible, canonicalUrl }: PublishedLocation,
  path: Segment[],
): Promise<PublishedRedirect | undefined> {
  if (path.length === 0) return undefined
  const from = { siteId: site.id, path: path.map(({ text }) => text).join('/') }
  const found = await findRedirect(sql, from.siteId, from.path)
  if (!found) return undefined
  const base = siteAddress(site, deps.publicUrl, admission.shareLink?.key)
  const { claims } = admission
  const redirect = await targetOf(found.destination, { base, visible, claims, pathOf })
  if (redirect === undefined || redirect === canonicalUrl) return undefined
  // A redirect in a loop would never end: the page at the path is shown instead.
  if (await createsLoop({ sql, deps, pathOf, organizationId: site.organization_id }, from, redirect)) return undefined
  if (found.destination.kind === 'external') return { target: 'external', redirect, site: site.id }
  return { target: 'content', redirect }
}

/** Returns the key of the preview that an address within a site is in; undefined if it is in none. */
function previewKeyIn(path: Segment[]): string | undefined {
  const isIn = previewSteps.every((step, at) => path[at]?.text === step)
  return isIn ? path[previewSteps.length]?.text : undefined
}

const rawPath = (segments: Segment[]) => segments.map(({ raw }) => raw).join('/')
const folder = (segments: Segment[]) => (segments.length === 0 ? '/' : `/${rawPath(segments)}/`)
