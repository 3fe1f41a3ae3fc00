import {
  publishedPathOperations,
  type SiteRedirectDestination,
  siteSpaceAddress,
  type VisitorClaims,
} from '@quire/contracts'
import { type Call, Refusal, statement } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import { pagePaths } from './site-paths.ts'
import type { SiteSpaceOnSite } from './spaces-on-site.ts'

export type RedirectRow = Selectable<Tables['site_redirect']>

/**
 * Returns the path of a page in the live content of a space; undefined if it does not exist, or is hidden from a
 * visitor with these claims.
 */
export type PathOfPage = (spaceId: string, pageId: string, claims?: VisitorClaims) => Promise<string | undefined>

/**
 * Asks content for the path of a page. Access to the space was checked before; claims identify what a visitor sees of
 * it.
 */
export const pathOfPage =
  (call: Call): PathOfPage =>
  async (spaceId, pageId, claims) => {
    try {
      const body = { visitor: claims && { claims } }
      const reply = await call('findPublishedPath', { params: { spaceId, pageId }, body })
      return publishedPathOperations.findPublishedPath.replies[200].parse(reply).path
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return undefined
      throw error
    }
  }

/** Asks content for the path of the page that a path of a space led to before, if the visitor sees it. */
export async function movedPathOf(
  call: Call,
  spaceId: string,
  body: { path: string; visitor: { claims: VisitorClaims } },
): Promise<string | undefined> {
  const operation = publishedPathOperations.findMovedPage
  if (!operation.body.safeParse(body).success) return undefined
  try {
    return operation.replies[200].parse(await call('findMovedPage', { params: { spaceId }, body })).path
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  }
}

/** Returns the active redirect of a path, which is decoded and has no slashes around it. */
export const findRedirect = async (sql: Sql, siteId: string, path: string): Promise<RedirectRow | undefined> =>
  (await readRedirect(sql, { siteId, path }))[0]

const readRedirect = statement<{ siteId: string; path: string }, RedirectRow>(
  ({ siteId, path }) => raw`select * from site_redirect where site_id = ${siteId} and path = ${path} and not draft`,
)

interface TargetContext {
  /** The site's address for the caller. */
  base: string
  /** The spaces of the site that are visible to the caller. */
  visible: readonly SiteSpaceOnSite[]
  /** The claims of a visitor; undefined for members, who see all pages. */
  claims: VisitorClaims | undefined
  pathOf: PathOfPage
}

/** Returns the address of a destination; undefined if it does not exist, or is hidden from the caller. */
export async function targetOf(
  destination: SiteRedirectDestination,
  { base, visible, claims, pathOf }: TargetContext,
): Promise<string | undefined> {
  if (destination.kind === 'external') return destination.url
  const space = spaceOf(destination, visible)
  if (!space) return undefined
  if (destination.kind !== 'site-page') return siteSpaceAddress(base, space.address ?? space.path)
  const path = await pathOf(space.spaceId, destination.pageId, claims)
  return path === undefined ? undefined : siteSpaceAddress(base, pagePaths(visible)(space, path))
}

function spaceOf(
  destination: Exclude<SiteRedirectDestination, { kind: 'external' }>,
  visible: readonly SiteSpaceOnSite[],
) {
  if (destination.kind !== 'site-section') return visible.find(({ id }) => id === destination.siteSpaceId)
  const inIt = visible.filter(({ section }) => section?.id === destination.siteSectionId)
  return inIt.find(({ isDefault }) => isDefault) ?? inIt[0]
}
