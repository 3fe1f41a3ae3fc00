import { publishedSiteOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { customizationsOf } from '../customization/kept.ts'
import { type SiteView, viewSite, visibleSiteSpaces } from '../site-spaces/view.ts'
import { type CountedSite, countedSites, presentSite } from '../sites/sites.present.ts'
import { structureOf } from '../structure/read.ts'
import { linksFor } from './header-links.ts'

export const publishedSiteRoutes = implement(publishedSiteOperations, {
  /** Everything around the pages: what a renderer needs once for a site. No script is ever part of it. */
  async getPublishedContentSite(context) {
    const { sql, access, params } = context
    const counted = countedSites(sql, access.opened ? undefined : access.member)
    const row = await counted.where('site.id', '=', params.siteId).executeTakeFirst()
    if (!row) throw notFound('The site')
    const view = await viewSite(context, row)
    const structure = await structureOf(view)
    const rows = await visibleSiteSpaces(view).clearSelect().select('site_space.id').execute()
    const ids = rows.map(({ id }) => id)
    const { site: ofSite, siteSpaces } = await customizationsOf(sql, row.id, ids)
    const links = linksFor(context)
    const shown = ids.flatMap((id) => (siteSpaces[id] ? [[id, links(siteSpaces[id])] as const] : []))
    return {
      object: 'published-content-site' as const,
      site: siteFor(view, row),
      structure,
      customizations: { site: links(ofSite), siteSpaces: Object.fromEntries(shown) },
      scripts: [],
    }
  },
})

/** The site as who asks sees it. A visitor's has the spaces that are open to them, at the addresses they read it at. */
function siteFor({ access: { opened }, deps, shareKey }: SiteView, row: CountedSite) {
  const seen = opened ? { ...row, site_spaces: opened.siteSpaceIds.length } : row
  return presentSite(seen, deps.publicUrl, { shareKey, isVisited: opened !== undefined })
}
