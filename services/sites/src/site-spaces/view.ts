import { type Level, levelsOnSpaces } from '@quire/access'
import { anyOf, notFound } from '@quire/kit'
import { sql as raw, type SqlBool } from 'kysely'
import type { SitesContext } from '../context.ts'
import { shareKeyFor } from '../share-keys/share-key.ts'
import { findSite, type SiteRow } from '../states/sites.state.ts'
import { type LiveSiteSpace, liveSiteSpaces } from './live.ts'

type Viewing = Pick<SitesContext, 'sql' | 'access' | 'deps'> & { query?: unknown }

/** A site as one caller sees it. */
export interface SiteView extends Pick<SitesContext, 'sql' | 'access' | 'deps'> {
  site: SiteRow
  /** A member's level on each space on it that they may read; empty for a visitor of the published site. */
  levels: ReadonlyMap<string, Level>
  /** What addresses begin with, for those who are let in by it. */
  shareKey: string | undefined
}

/**
 * Reads what the caller may read of a site, or of one site space. It is a statement of its own: inside another one the
 * planner, which expects a space or two on a site, would decide access anew for each row.
 */
export async function viewSite(context: Viewing, site: SiteRow, only?: string): Promise<SiteView> {
  const { sql, access, deps } = context
  const view = { sql, access, deps, site, shareKey: await shareKeyFor(context, site) }
  // A visitor of the published site: what is open to them was found when they were let in.
  if (access.opened) return { ...view, levels: new Map() }
  const named = only === undefined ? raw`` : raw`and id = ${only}`
  const onSite = raw<SqlBool>`s.deleted_at is null
    and s.id in (select space_id from site_space where site_id = ${site.id} ${named})`
  const { rows } = await raw<{ id: string; level: Level }>`
    select id, level from ${levelsOnSpaces(access.member, onSite)} reader where level <> 'none'`.execute(sql)
  return { ...view, levels: new Map(rows.map(({ id, level }) => [id, level])) }
}

/** The site spaces that the caller may read; what is shown to a caller comes from here. */
export function visibleSiteSpaces({ sql, access, site, levels }: SiteView) {
  const live = liveSiteSpaces(sql, site.id)
  if (access.opened) return live.where('site_space.id', '=', anyOf(access.opened.siteSpaceIds))
  return live.where('site_space.space_id', '=', anyOf([...levels.keys()]))
}

/** One of them; 404, about `what`, where it is another site's or the caller may not read the space. */
export async function visibleSiteSpace(
  context: Viewing,
  site: SiteRow,
  id: string,
  what = 'The space of the site',
): Promise<{ view: SiteView; row: LiveSiteSpace }> {
  const view = await viewSite(context, site, id)
  const row = await visibleSiteSpaces(view).where('site_space.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(what)
  return { view, row }
}

/** One of the site with this id. */
export async function siteSpaceOn(context: Viewing, siteId: string, id: string): Promise<LiveSiteSpace> {
  const { row } = await visibleSiteSpace(context, await findSite(context.sql, siteId), id)
  return row
}
