import { type Level, levelsOnSpaces } from '@quire/access'
import { anyOf, notFound } from '@quire/kit'
import { sql as raw, type SqlBool } from 'kysely'
import { shareKeyFor } from '../audience/share-keys.ts'
import type { SitesContext } from '../context.ts'
import { findSite, type SiteRow } from '../model/sites.state.ts'
import { type LiveSiteSpace, liveSiteSpaces } from './live-site-spaces.ts'

type ViewContext = Pick<SitesContext, 'sql' | 'access' | 'deps'> & { query?: unknown }

/** A site as one caller sees it. */
export interface SiteView extends Pick<SitesContext, 'sql' | 'access' | 'deps'> {
  site: SiteRow
  /** A member's level on each space of the site that the member may read; empty for a visitor. */
  levels: ReadonlyMap<string, Level>
  /** The share key that the caller's addresses begin with. */
  shareKey: string | undefined
}

/**
 * Reads the parts of a site, or of one site space, that the caller may read. A statement of its own: within another one
 * the planner, which expects a space or two on a site, would evaluate access for each row.
 */
export async function viewSite(context: ViewContext, site: SiteRow, only?: string): Promise<SiteView> {
  const { sql, access, deps } = context
  const view = { sql, access, deps, site, shareKey: await shareKeyFor(context, site) }
  // The spaces of a visitor were found at admission.
  if (access.visitorSite) return { ...view, levels: new Map() }
  const named = only === undefined ? raw`` : raw`and id = ${only}`
  const onSite = raw<SqlBool>`s.deleted_at is null
    and s.id in (select space_id from site_space where site_id = ${site.id} ${named})`
  const { rows } = await raw<{ id: string; level: Level }>`
    select id, level from ${levelsOnSpaces(access.member, onSite)} reader where level <> 'none'`.execute(sql)
  return { ...view, levels: new Map(rows.map(({ id, level }) => [id, level])) }
}

/** Selects the site spaces that the caller may read. All site spaces in answers come from here. */
export function visibleSiteSpaces({ sql, access, site, levels }: SiteView) {
  const live = liveSiteSpaces(sql, site.id)
  if (access.visitorSite) return live.where('site_space.id', '=', anyOf(access.visitorSite.siteSpaceIds))
  return live.where('site_space.space_id', '=', anyOf([...levels.keys()]))
}

/**
 * Returns a visible site space; throws 404, about `what`, if it belongs to another site or the caller may not read it.
 */
export async function visibleSiteSpace(
  context: ViewContext,
  site: SiteRow,
  id: string,
  what = 'The space of the site',
): Promise<{ view: SiteView; row: LiveSiteSpace }> {
  const view = await viewSite(context, site, id)
  const row = await visibleSiteSpaces(view).where('site_space.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(what)
  return { view, row }
}

/** Returns the visible site space with this id. */
export async function siteSpaceOn(context: ViewContext, siteId: string, id: string): Promise<LiveSiteSpace> {
  const { row } = await visibleSiteSpace(context, await findSite(context.sql, siteId), id)
  return row
}
