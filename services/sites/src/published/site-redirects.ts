import { type SiteRedirectDestination, siteSpaceAddress, type VisitorClaims } from '@quire/contracts'
import { statement } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import { siteAddress } from '../states/site-address.ts'
import type { Segment } from './address-candidates.ts'
import { goesRound } from './circles.ts'
import type { SiteSpaceOnSite } from './open-spaces.ts'
import type { AskedAddress, Elsewhere, PublishedPlace } from './resolve.ts'

export type RedirectRow = Selectable<Tables['site_redirect']>

/** Where a page lies in the live content of a space; undefined where it is not there, or not for a visitor with these claims. */
export type PathOfPage = (spaceId: string, pageId: string, claims?: VisitorClaims) => Promise<string | undefined>

/** Where the site leads a path of its own that is another's by a redirect; undefined for all other paths. */
export async function redirectOf(
  { sql, deps, pathOf }: Pick<AskedAddress, 'sql' | 'deps' | 'pathOf'>,
  { site, admission, open, canonicalUrl }: PublishedPlace,
  path: Segment[],
): Promise<Elsewhere | undefined> {
  if (path.length === 0) return undefined
  const from = { siteId: site.id, path: path.map(({ text }) => text).join('/') }
  const found = await findRedirect(sql, from.siteId, from.path)
  if (!found) return undefined
  const base = siteAddress(site, deps.publicUrl, admission.shareLink?.key)
  const { claims } = admission
  const redirect = await targetOf(found.destination, { base, open, claims, pathOf })
  if (redirect === undefined || redirect === canonicalUrl) return undefined
  // Readers would go round for ever: they are shown what lies here.
  if (await goesRound({ sql, deps, pathOf, organizationId: site.organization_id }, from, redirect)) return undefined
  if (found.destination.kind === 'external') return { target: 'external', redirect, site: site.id }
  return { target: 'content', redirect }
}

/** The redirect of a site in use for a path, which is decoded and has no slashes around it. */
export const findRedirect = async (sql: Sql, siteId: string, path: string): Promise<RedirectRow | undefined> =>
  (await readRedirect(sql, { siteId, path }))[0]

const readRedirect = statement<{ siteId: string; path: string }, RedirectRow>(
  ({ siteId, path }) => raw`select * from site_redirect where site_id = ${siteId} and path = ${path} and not draft`,
)

interface Surroundings {
  /** The site's address, for who asks. */
  base: string
  /** Its spaces that are open to them. */
  open: readonly SiteSpaceOnSite[]
  /** Of a visitor; members see all pages. */
  claims: VisitorClaims | undefined
  pathOf: PathOfPage
}

/** The address of a destination; undefined where it is not there, or not for who asks. */
export async function targetOf(
  destination: SiteRedirectDestination,
  { base, open, claims, pathOf }: Surroundings,
): Promise<string | undefined> {
  if (destination.kind === 'external') return destination.url
  const space = spaceOf(destination, open)
  const address = space && siteSpaceAddress(base, space.address ?? space.path)
  if (address === undefined || destination.kind !== 'site-page') return address
  const path = await pathOf(space?.spaceId ?? '', destination.pageId, claims)
  return path === undefined ? undefined : siteSpaceAddress(address, path)
}

function spaceOf(
  destination: Exclude<SiteRedirectDestination, { kind: 'external' }>,
  open: readonly SiteSpaceOnSite[],
) {
  if (destination.kind !== 'site-section') return open.find(({ id }) => id === destination.siteSpaceId)
  const inIt = open.filter(({ section }) => section?.id === destination.siteSectionId)
  return inIt.find(({ isDefault }) => isDefault) ?? inIt[0]
}
