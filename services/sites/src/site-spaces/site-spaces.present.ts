import { permissionsOfSpace } from '@quire/access'
import { asVisitorsSee, type Publication, presentSpace, type SiteSpace } from '@quire/contracts'
import type { SitesContext } from '../context.ts'
import { siteAddressOfSpace } from '../states/site-address.ts'
import type { SiteRow } from '../states/sites.state.ts'
import { noCounters } from './counters.ts'
import { defaultSiteSpaces, type LiveSiteSpace } from './live.ts'
import { publicationsOf } from './publications.ts'
import { type SiteView, visibleSiteSpace } from './view.ts'

interface Surroundings {
  view: SiteView
  defaults: ReadonlySet<string>
  publications: ReadonlyMap<string, Publication>
}

/** A space of the site as it now is, read in the request's transaction. */
export async function showSiteSpace(context: SitesContext, site: SiteRow, id: string): Promise<SiteSpace> {
  const { view, row } = await visibleSiteSpace(context, site, id)
  const present = await siteSpacePresenter(view, [row])
  return present(row)
}

/** Loads everything else that it takes to show these rows to the caller, for all at once; returns their presenter. */
export async function siteSpacePresenter(
  view: SiteView,
  rows: readonly LiveSiteSpace[],
): Promise<(row: LiveSiteSpace) => SiteSpace> {
  const { sql, site, access, deps } = view
  const defaults = new Set(await defaultSiteSpaces(sql, site))
  if (access.opened) return (row) => presentToVisitor(row, view, defaults)
  const spaceIds = rows.map((row) => row.space_id)
  const publications = await publicationsOf(sql, spaceIds, deps.publicUrl)
  return (row) => presentSiteSpace(row, { view, defaults, publications })
}

/** A site space as the caller sees it. */
function presentSiteSpace(row: LiveSiteSpace, { view, defaults, publications }: Surroundings): SiteSpace {
  const { site, levels, shareKey, deps } = view
  const { publicUrl } = deps
  const permissions = permissionsOfSpace(levels.get(row.space_id) ?? 'none')
  const counters = row.counters ?? noCounters
  return {
    object: 'site-space',
    id: row.id,
    path: row.path,
    space: presentSpace(row.space, { counters, permissions, publication: publications.get(row.space_id), publicUrl }),
    title: row.space.title,
    ...(row.section_id !== null && { section: row.section_id }),
    default: defaults.has(row.id),
    ...(row.condition !== null && { condition: row.condition }),
    hasAdvancedCustomizationFeature: true,
    urls: site.published ? { published: siteAddressOfSpace(site, row, publicUrl, shareKey) } : {},
  }
}

/**
 * To a visitor each space is on this site only, at the address that they read it at, in a preview too. Conditions are
 * their writers' matter.
 */
function presentToVisitor(row: LiveSiteSpace, seen: SiteView, defaults: ReadonlySet<string>): SiteSpace {
  const { site, deps, shareKey } = seen
  const address = siteAddressOfSpace(site, row, deps.publicUrl, shareKey)
  const view = { ...seen, levels: new Map([[row.space_id, 'read' as const]]) }
  const publications = new Map([[row.space_id, { visibility: site.visibility, address }]])
  const { condition: _, ...shown } = presentSiteSpace(row, { view, defaults, publications })
  return { ...shown, space: asVisitorsSee(shown.space), urls: { published: address } }
}
