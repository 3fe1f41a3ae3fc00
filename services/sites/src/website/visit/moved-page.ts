import { slugOf, type VisitAnswer } from '@quire/kit'
import type { PublishedLocation } from '../../addresses/resolve-address.ts'
import { otherReadings } from '../../addresses/site-paths.ts'
import { movedPathOf } from '../../addresses/site-redirects.ts'
import type { Sql } from '../../database.ts'
import { spacesOnceAt } from '../../model/address-history.ts'
import { redirect } from '../cache/visit-answers.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { variantHref } from '../site/site-hrefs.ts'
import { locationsOf } from '../site/site-model.ts'
import { decodedPath } from './visit-address.ts'

/** Readings of an address for which content is asked. */
const maxAsked = 3
/** Default spaces of sections that are looked through. */
const maxDefaults = 10

/**
 * Redirects an address without a page to the page that it was meant for, if the visitor sees that page: one whose
 * section or space had another name or was another's default, or an address without names that it needs now; then one
 * that was elsewhere in its space; last, one whose address is spelled like the name of its file. Undefined if there is
 * none.
 */
export async function movedPage(
  sql: Sql,
  { site, call }: PageContext,
  trees: SiteTrees,
  { space, visible, siteBasePath, basePath, pathname }: PublishedLocation,
): Promise<VisitAnswer | undefined> {
  const locationOf = ({ siteSpaceId }: { siteSpaceId: string }) =>
    locationsOf(site).find(({ variant }) => variant.id === siteSpaceId)
  const path = decodedPath(basePath.slice(siteBasePath.length) + pathname).split('/')
  const candidates = [
    ...otherReadings(visible, path).map(({ space, path }) => ({ siteSpaceId: space.id, path })),
    ...(await spacesOnceAt(sql, site.id, path)),
    // A section that was the default once had addresses without its name.
    ...visible
      .filter(({ isDefault, section }) => isDefault && section)
      .slice(0, maxDefaults)
      .map(({ id }) => ({ siteSpaceId: id, path: path.join('/') })),
  ]
  for (const candidate of candidates) {
    const location = locationOf(candidate)
    if (!location) continue
    const [page, ending] = withoutEnding(candidate.path)
    const { listed, byPath } = await trees.of(location)
    // A space without pages would lead on from its address, for ever to itself or to another one.
    if (page === '' && listed.length > 0) return redirect(variantHref(site, location), site.audience)
    const node = byPath.get(page)
    if (node?.href) return redirect(ending === '' ? node.href : `${node.ownHref}${ending}`, site.audience)
  }
  const here = { siteSpaceId: space.id, path: decodedPath(pathname) }
  for (const candidate of [here, ...candidates].slice(0, maxAsked)) {
    const location = locationOf(candidate)
    if (!location) continue
    const [page, ending] = withoutEnding(candidate.path)
    const visitor = { claims: site.audience.claims }
    const path = page && (await movedPathOf(call, location.variant.spaceId, { path: page, visitor }))
    const node = path ? (await trees.of(location)).byPath.get(path) : undefined
    if (node?.href) return redirect(ending === '' ? node.href : `${node.ownHref}${ending}`, site.audience)
  }
  for (const candidate of [here, ...candidates].slice(0, maxAsked)) {
    const location = locationOf(candidate)
    if (!location) continue
    const [page, ending] = withoutEnding(candidate.path)
    const node = (await trees.of(location)).byPath.get(page.split('/').map(slugOf).join('/'))
    if (node?.href) return redirect(ending === '' ? node.href : `${node.ownHref}${ending}`, site.audience)
  }
  return undefined
}

/** Splits the ending off that asks for the markdown of a page. */
function withoutEnding(path: string): [page: string, ending: string] {
  const [, page = '', ending = ''] = /^(.*?)(\.md)?$/s.exec(path) ?? []
  return [page, ending]
}
