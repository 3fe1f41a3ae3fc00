import { slugOf, type VisitAnswer } from '@quire/kit'
import { createsLoop } from '../../addresses/redirect-loops.ts'
import type { PublishedLocation } from '../../addresses/resolve-address.ts'
import { otherReadings, withoutEndOfNames } from '../../addresses/site-paths.ts'
import { movedPathOf, pathOfPage } from '../../addresses/site-redirects.ts'
import type { Sql } from '../../database.ts'
import { spacesOnceAt } from '../../model/address-history.ts'
import { redirect } from '../cache/visit-answers.ts'
import type { PageTree } from '../content/page-tree.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { addressOf, variantHref } from '../site/site-hrefs.ts'
import { locationsOf, type SiteLocation, type VisibleSite } from '../site/site-model.ts'
import { decodedPath } from './visit-address.ts'

/** Readings of an address for which content is asked. */
const maxAsked = 3
/** Default spaces of sections that are looked through. */
const maxDefaults = 10

interface Looked {
  sql: Sql
  /** The address of the installation. */
  publicUrl: string
}

/**
 * Redirects an address without a page to the page that it was meant for, if the visitor sees that page: one whose
 * section or space had another name or was another's default, or an address without names that it needs now; then one
 * that was elsewhere in its space; last, one whose address is spelled like the name of its file. Undefined if there is
 * none, or if a redirect of the site leads from there back to the address.
 */
export async function movedPage(
  { sql, publicUrl }: Looked,
  context: PageContext,
  trees: SiteTrees,
  found: PublishedLocation,
): Promise<VisitAnswer | undefined> {
  const { site, call } = context
  const path = decodedPath(found.basePath.slice(found.siteBasePath.length) + found.pathname).split('/')
  const from = { siteId: site.id, path: path.filter(Boolean).join('/') }
  const parts = { sql, deps: { publicUrl }, pathOf: pathOfPage(call), organizationId: site.organizationId }
  for await (const href of meantBy(sql, context, trees, { ...found, path }))
    if (!(await createsLoop(parts, from, addressOf(site, href)))) return redirect(href, site.audience)
  return undefined
}

/** Yields the addresses that the visitor may have meant, the likeliest first; `path` is that on the site, decoded. */
async function* meantBy(
  sql: Sql,
  { site, call }: PageContext,
  trees: SiteTrees,
  { space, visible, pathname, path }: PublishedLocation & { path: string[] },
): AsyncGenerator<string, undefined> {
  const others = [
    ...otherReadings(visible, path).map(({ space, path }) => ({ siteSpaceId: space.id, path })),
    ...(await spacesOnceAt(sql, site.id, path)),
    // A section that was the default once had addresses without its name.
    ...visible
      .filter(({ isDefault, section }) => isDefault && section)
      .slice(0, maxDefaults)
      .map(({ id }) => ({ siteSpaceId: id, path: path.join('/') })),
  ]
  const elsewhere = others.flatMap((one) => readingOf(site, one))
  for (const { location, page, ending } of elsewhere) {
    const tree = await trees.of(location)
    // A space without pages would lead on from its address, for ever to itself or to another one.
    if (page === '' && tree.listed.length > 0) yield variantHref(site, location)
    yield* hrefOf(tree, page, ending)
  }
  const here = readingOf(site, { siteSpaceId: space.id, path: decodedPath(pathname) })
  const likeliest = [...here, ...elsewhere].slice(0, maxAsked)
  for (const { location, page, ending } of likeliest) {
    const visitor = { claims: site.audience.claims }
    const moved = page && (await movedPathOf(call, location.variant.spaceId, { path: page, visitor }))
    if (moved) yield* hrefOf(await trees.of(location), moved, ending)
  }
  for (const { location, page, ending } of likeliest)
    yield* hrefOf(await trees.of(location), page.split('/').map(slugOf).join('/'), ending)
}

/** A way to read an address. */
interface Reading {
  location: SiteLocation
  page: string
  /** The ending that asks for the markdown of a page. */
  ending: string
}

function readingOf(site: VisibleSite, { siteSpaceId, path }: { siteSpaceId: string; path: string }): Reading[] {
  const location = locationsOf(site).find(({ variant }) => variant.id === siteSpaceId)
  const [, page = '', ending = ''] = /^(.*?)(\.md)?$/s.exec(withoutEndOfNames(path)) ?? []
  return location ? [{ location, page, ending }] : []
}

/** Yields the address of the page at a path, if there is one; only documents have one with an ending. */
function* hrefOf({ byPath }: PageTree, path: string, ending: string): Generator<string, undefined> {
  const node = byPath.get(path)
  if (ending === '' && node?.href) yield node.href
  if (ending !== '' && node?.type === 'document') yield `${node.ownHref}${ending}`
}
