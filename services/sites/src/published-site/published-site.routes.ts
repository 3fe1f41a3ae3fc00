import { publishedSiteOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { implement, type SitesContext } from '../context.ts'
import { customizationsOf } from '../customization/kept.ts'
import { shareKeyFor } from '../share-keys/share-key.ts'
import { viewSite, visibleSiteSpaces } from '../site-spaces/view.ts'
import { countedSites, presentSite } from '../sites/sites.present.ts'
import { findSite } from '../states/sites.state.ts'
import { getSiteStructure } from '../structure/read.ts'
import { linksFor } from './header-links.ts'

export const publishedSiteRoutes = implement(publishedSiteOperations, {
  /** Everything around the pages: what a renderer needs once for a site. No script is ever part of it. */
  async getPublishedContentSite(context) {
    const site = await siteFor(context)
    const structure = await getSiteStructure(context)
    const rows = await visibleSiteSpaces(await viewSite(context, await findSite(context.sql, site.id)))
      .clearSelect()
      .select('site_space.id')
      .execute()
    const ids = rows.map(({ id }) => id)
    const { site: ofSite, siteSpaces } = await customizationsOf(context.sql, site.id, ids)
    const links = linksFor(context)
    const shown = ids.flatMap((id) => (siteSpaces[id] ? [[id, links(siteSpaces[id])] as const] : []))
    return {
      object: 'published-content-site' as const,
      site,
      structure,
      customizations: { site: links(ofSite), siteSpaces: Object.fromEntries(shown) },
      scripts: [],
    }
  },
})

/** The site as who asks sees it. A visitor's has the spaces that are open to them, at the addresses they read it at. */
async function siteFor(context: SitesContext & { params: { siteId: string } }) {
  const { sql, access, params, deps } = context
  const { opened } = access
  const counted = countedSites(sql, opened ? undefined : access.member)
  const row = await counted.where('site.id', '=', params.siteId).executeTakeFirst()
  if (!row) throw notFound('The site')
  const shareKey = await shareKeyFor(context, row)
  const seen = opened ? { ...row, site_spaces: opened.siteSpaceIds.length } : row
  return presentSite(seen, deps.publicUrl, { shareKey, isVisited: opened !== undefined })
}
