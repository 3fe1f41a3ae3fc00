import { type Level, permissionsOfSpace, readableSpaceIds, spaceLevels } from '@quire/access'
import { asVisitorsSee, type Publication, presentSpace, type SiteSpace } from '@quire/contracts'
import { anyOf, notFound } from '@quire/kit'
import { sql as raw, type Selectable, type SqlBool } from 'kysely'
import type { SitesContext } from '../context.ts'
import type { Sql, Tables } from '../database.ts'
import { shareKeyFor } from '../share-keys/share-key.ts'
import { siteAddressOfSpace } from '../states/site-address.ts'
import type { SiteSpaceRow } from '../states/site-spaces.state.ts'
import type { SiteRow } from '../states/sites.state.ts'
import { noCounters } from './counters.ts'
import { publicationsOf } from './publications.ts'

/** A site space with the state and the counters of its space. */
type LiveSiteSpace = SiteSpaceRow & {
  space: Selectable<Tables['space']>['state']
  counters: Selectable<Tables['space_counters']>['counters'] | null
}

/** The spaces on a site that are not deleted, and still its organization's. */
export function liveSiteSpaces(sql: Sql, siteId: string) {
  return (
    sql
      .selectFrom('site_space')
      .innerJoin('space', 'space.id', 'site_space.space_id')
      .leftJoin('space_counters', 'space_counters.space_id', 'site_space.space_id')
      .selectAll('site_space')
      .select(['space.state as space', 'space_counters.counters'])
      .where('site_space.site_id', '=', siteId)
      .where('space.deleted_at', 'is', null)
      // Added while it was being transferred: sites show only what is their organization's.
      .whereRef('space.organization_id', '=', 'site_space.organization_id')
  )
}

/** Those of them that the caller may read; what is shown to a caller comes from here. */
export function visibleSiteSpaces({ sql, access }: Pick<SitesContext, 'sql' | 'access'>, siteId: string) {
  // A visitor of the published site: what is open to them was found when they were let in.
  if (access.opened) return liveSiteSpaces(sql, siteId).where('site_space.id', '=', anyOf(access.opened.siteSpaceIds))
  const onSite = raw<SqlBool>`s.id in (select space_id from site_space where site_id = ${siteId})`
  const readable = readableSpaceIds({ member: access.member, where: onSite })
  return liveSiteSpaces(sql, siteId).where(raw<SqlBool>`site_space.space_id in ${readable}`)
}

/** One of them; 404 where it is another site's, or the caller may not read the space. */
export async function visibleSiteSpace(
  context: SitesContext,
  siteId: string,
  id: string,
  what = 'The space of the site',
): Promise<LiveSiteSpace> {
  const row = await visibleSiteSpaces(context, siteId).where('site_space.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(what)
  return row
}

/**
 * The ids of the default site spaces, one for each section, or one for a site without sections: the one chosen while its
 * space is there, else the first.
 */
export async function defaultSiteSpaces(sql: Sql, site: SiteRow): Promise<string[]> {
  const rows = await liveSiteSpaces(sql, site.id)
    .leftJoin('site_section', 'site_section.id', 'site_space.section_id')
    .clearSelect()
    .select('site_space.id')
    .distinctOn('site_space.section_id')
    .orderBy('site_space.section_id')
    .orderBy(
      raw`site_space.id is distinct from coalesce(site_section.default_site_space, ${site.default_site_space}::text)`,
    )
    .orderBy('site_space.order_key')
    .execute()
  return rows.map(({ id }) => id)
}

interface Surroundings {
  site: SiteRow
  defaults: ReadonlySet<string>
  levels: ReadonlyMap<string, Level>
  publications: ReadonlyMap<string, Publication>
  publicUrl: string
  /** What addresses begin with, for those who are let in by it. */
  shareKey: string | undefined
}

/** A space of the site as it now is, read in the request's transaction. */
export async function showSiteSpace(context: SitesContext, site: SiteRow, id: string): Promise<SiteSpace> {
  const row = await visibleSiteSpace(context, site.id, id)
  const present = await siteSpacePresenter(context, site, [row])
  return present(row)
}

/** Loads everything else that it takes to show these rows to the caller, for all at once; returns their presenter. */
export async function siteSpacePresenter(
  context: SitesContext,
  site: SiteRow,
  rows: readonly LiveSiteSpace[],
): Promise<(row: LiveSiteSpace) => SiteSpace> {
  const { sql, access, deps } = context
  const { publicUrl } = deps
  const shareKey = await shareKeyFor(context, site)
  const spaceIds = rows.map((row) => row.space_id)
  const defaults = new Set(await defaultSiteSpaces(sql, site))
  if (access.opened) return (row) => presentToVisitor(row, { site, defaults, publicUrl, shareKey })
  const levels = await spaceLevels(sql, access.member, spaceIds)
  const publications = await publicationsOf(sql, spaceIds, publicUrl)
  return (row) => presentSiteSpace(row, { site, defaults, levels, publications, publicUrl, shareKey })
}

/** A site space as the caller sees it. */
function presentSiteSpace(
  row: LiveSiteSpace,
  { site, defaults, levels, publications, publicUrl, shareKey }: Surroundings,
): SiteSpace {
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
function presentToVisitor(
  row: LiveSiteSpace,
  { site, defaults, publicUrl, shareKey }: Omit<Surroundings, 'levels' | 'publications'>,
): SiteSpace {
  const address = siteAddressOfSpace(site, row, publicUrl, shareKey)
  const levels = new Map([[row.space_id, 'read' as const]])
  const publications = new Map([[row.space_id, { visibility: site.visibility, address }]])
  const { condition: _, ...shown } = presentSiteSpace(row, {
    site,
    defaults,
    levels,
    publications,
    publicUrl,
    shareKey,
  })
  return { ...shown, space: asVisitorsSee(shown.space), urls: { published: address } }
}
