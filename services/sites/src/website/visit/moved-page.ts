import type { VisitAnswer } from '@quire/kit'
import type { PublishedLocation } from '../../addresses/resolve-address.ts'
import { otherReadings } from '../../addresses/site-paths.ts'
import type { Sql } from '../../database.ts'
import { spacesOnceAt } from '../../model/address-history.ts'
import { redirect } from '../cache/visit-answers.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { variantHref } from '../site/site-hrefs.ts'
import { locationsOf } from '../site/site-model.ts'
import { decodedPath } from './visit-address.ts'

/** Default spaces of sections that are looked through. */
const maxDefaults = 10

/**
 * Redirects an address without a page to the page that it was meant for, if the visitor sees that page: one whose
 * section or space had another name or was another's default, or an address without names that it needs now. Undefined
 * if there is none.
 */
export async function movedPage(
  sql: Sql,
  { site }: PageContext,
  trees: SiteTrees,
  { visible, siteBasePath, basePath, pathname }: PublishedLocation,
): Promise<VisitAnswer | undefined> {
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
    const location = locationsOf(site).find(({ variant }) => variant.id === candidate.siteSpaceId)
    if (!location) continue
    const [, page = '', ending = ''] = /^(.*?)(\.md)?$/s.exec(candidate.path) ?? []
    if (page === '') return redirect(variantHref(site, location), site.audience)
    const node = (await trees.of(location)).byPath.get(page)
    if (!node?.href) continue
    return redirect(ending === '' ? node.href : `${node.ownHref}${ending}`, site.audience)
  }
  return undefined
}
