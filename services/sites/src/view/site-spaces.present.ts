import { permissionsOfSpace } from '@quire/access'
import { type Publication, presentSpace, presentSpaceToVisitors, type SiteSpace } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { siteAddressOfSpace } from '../model/site-address.ts'
import type { SiteRow } from '../model/sites.state.ts'
import { defaultSiteSpaces, type LiveSiteSpace } from './live-site-spaces.ts'
import { type SiteView, visibleSiteSpace } from './site-view.ts'

const noCounters = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 }

interface PresentationContext {
  view: SiteView
  defaults: ReadonlySet<string>
  publications: ReadonlyMap<string, Publication>
}

/** Presents a site space as it is in the request's transaction. */
export async function presentSiteSpaceById(context: SitesContext, site: SiteRow, id: string): Promise<SiteSpace> {
  const { view, row } = await visibleSiteSpace(context, site, id)
  const present = await siteSpacePresenter(view, [row])
  return present(row)
}

/** Loads the data that presenting these rows to the caller takes, for all of them at once; returns the presenter. */
export async function siteSpacePresenter(
  view: SiteView,
  rows: readonly LiveSiteSpace[],
): Promise<(row: LiveSiteSpace) => SiteSpace> {
  const { sql, site, access, deps } = view
  const defaults = new Set(await defaultSiteSpaces(sql, site))
  if (access.visitorSite) return (row) => presentToVisitor(row, view, defaults)
  const spaceIds = rows.map((row) => row.space_id)
  const publications = await publicationsOf(sql, spaceIds, deps.publicUrl)
  return (row) => presentSiteSpace(row, { view, defaults, publications })
}

/** Presents a site space to a member. */
function presentSiteSpace(row: LiveSiteSpace, { view, defaults, publications }: PresentationContext): SiteSpace {
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
    draft: false,
    ...(row.condition !== null && { condition: row.condition }),
    hasAdvancedCustomizationFeature: true,
    urls: site.published ? { published: siteAddressOfSpace(site, row, publicUrl, shareKey) } : {},
  }
}

/**
 * Presents a site space to a visitor: each space is only on this site, at the address that the visitor reads it at,
 * also in a preview. Conditions are visible to members only.
 */
function presentToVisitor(row: LiveSiteSpace, seen: SiteView, defaults: ReadonlySet<string>): SiteSpace {
  const { site, deps, shareKey } = seen
  const address = siteAddressOfSpace(site, row, deps.publicUrl, shareKey)
  const view = { ...seen, levels: new Map([[row.space_id, 'read' as const]]) }
  const publications = new Map([[row.space_id, { visibility: site.visibility, address }]])
  const { condition: _, ...presented } = presentSiteSpace(row, { view, defaults, publications })
  return { ...presented, space: presentSpaceToVisitors(presented.space), urls: { published: address } }
}

/** Returns the published site of each space, by space id; the oldest if there are several. */
export async function publicationsOf(
  sql: Sql,
  spaceIds: string[],
  publicUrl: string,
): Promise<Map<string, Publication>> {
  if (spaceIds.length === 0) return new Map()
  const rows = await sql
    .selectFrom('site_space')
    .innerJoin('site', 'site.id', 'site_space.site_id')
    .select(['site_space.space_id', 'site_space.path', 'site_space.address'])
    .select(['site.id', 'site.basename', 'site.hostname', 'site.visibility'])
    .distinctOn('site_space.space_id')
    .where('site_space.space_id', '=', anyOf(spaceIds))
    .where('site.published', '=', true)
    .orderBy('site_space.space_id')
    .orderBy('site_space.id')
    .execute()
  return new Map(
    rows.map((row) => [row.space_id, { visibility: row.visibility, address: siteAddressOfSpace(row, row, publicUrl) }]),
  )
}
