import { visitorConditions } from '@quire/access'
import { publishedSiteOperations, type SiteCustomizationSettings } from '@quire/contracts'
import { groupsOf, notFound } from '@quire/kit'
import { implementWith, type SitesContext } from '../../context.ts'
import { presentScripts, readScripts, type ScriptNeeds } from '../../integrations/scripts/site-scripts.ts'
import { type SiteView, viewSite, visibleSiteSpaces } from '../../view/site-view.ts'
import { type CountedSite, countedSites, presentSite } from '../../view/sites.present.ts'
import { customizationsOf } from '../../view/stored-settings.ts'
import { structureOf } from '../../view/structure.present.ts'

/**
 * Bound on the site's settings repeated for spaces without overrides: a thousand spaces and 128 kB of settings would make
 * an answer of 128 MB.
 */
const maxRepeatedCharacters = 8_000_000

export const publishedSiteRoutes = implementWith<ScriptNeeds>()(publishedSiteOperations, {
  /**
   * Returns everything around the pages: the data that a renderer needs once for a site.
   */
  async getPublishedContentSite(context) {
    const { sql, access, params } = context
    const counted = countedSites(sql, access.visitorSite ? undefined : access.member)
    const row = await counted.where('site.id', '=', params.siteId).executeTakeFirst()
    if (!row) throw notFound('The site')
    const view = await viewSite(context, row)
    const structure = await structureOf(view)
    const rows = await visibleSiteSpaces(view).clearSelect().select('site_space.id').execute()
    const ids = rows.map(({ id }) => id)
    const { site: ofSite, siteSpaces } = await customizationsOf(sql, row.id, ids)
    const links = linksFor(context)
    const site = links(ofSite)
    const repeats = JSON.stringify(site).length * ids.length <= maxRepeatedCharacters
    const visible = ids.flatMap((id) => {
      const own = siteSpaces[id]
      return own ? [[id, links(own)] as const] : repeats ? [[id, site] as const] : []
    })
    return {
      object: 'published-content-site' as const,
      site: siteFor(view, row),
      structure,
      customizations: { site, siteSpaces: Object.fromEntries(visible) },
      scripts: presentScripts(await readScripts(sql, row.id), context.deps.scripts),
    }
  },
})

/**
 * Presents the site. A visitor's site has the spaces that are visible to the visitor, at the addresses that the visitor
 * reads it at.
 */
function siteFor({ access, deps, shareKey }: SiteView, row: CountedSite) {
  const { visitorSite } = access
  const seen = visitorSite ? { ...row, site_spaces: visitorSite.siteSpaceIds.length } : row
  return presentSite(seen, access, deps.publicUrl, shareKey)
}

/** Filters the links of the header by their conditions for a visitor, and removes the conditions. */
function linksFor({ access, caller }: Pick<SitesContext, 'access' | 'caller'>) {
  if (!access.visitorSite) return (settings: SiteCustomizationSettings) => settings
  const { holds } = visitorConditions(caller.visit?.claims ?? {}, groupsOf(caller))
  return (settings: SiteCustomizationSettings): SiteCustomizationSettings => {
    const links = settings.header.links.flatMap(({ condition, ...link }) => (holds(condition) ? [link] : []))
    return { ...settings, header: { ...settings.header, links } }
  }
}
