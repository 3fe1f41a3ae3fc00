import { type Member, readableSpaceIds } from '@quire/access'
import { type CustomizationInput, type Site, timestamp } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { SitesContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { siteAddress } from '../states/site-address.ts'
import type { SiteRow } from '../states/sites.state.ts'

/** A site with the number of spaces on it that are not deleted. */
export type CountedSite = SiteRow & {
  site_spaces: number
  favicon?: CustomizationInput['favicon']
  /** The host that it is to be read at. */
  wanted_hostname?: string | null
}

/**
 * Sites with their counts, which follow at once where a space is deleted or restored. They are the same for all members
 * with a role; for a guest those spaces count that they may read.
 */
export function countedSites(sql: Sql, member: Member | undefined) {
  // With `is true` their spaces are found once, and hashed, for all sites; else the planner may find them for each.
  const ofGuest =
    member?.role === null ? raw`and (site_space.space_id in ${readableSpaceIds({ member })}) is true` : raw``
  return sql
    .selectFrom('site')
    .selectAll('site')
    .select(
      raw<number>`(
        select count(*)::int from site_space join space on space.id = site_space.space_id and space.deleted_at is null
        where site_space.site_id = site.id ${ofGuest}
      )`.as('site_spaces'),
    )
    .select(
      raw<CustomizationInput['favicon']>`(
        select favicon from site_customization where site_id = site.id
      )`.as('favicon'),
    )
    .select(raw<string | null>`(select hostname from custom_hostname where site_id = site.id)`.as('wanted_hostname'))
}

/** The site as it now is, read in the request's transaction. */
export async function showSite({ sql, access, deps }: SitesContext, id: string): Promise<Site> {
  const row = await countedSites(sql, access.member).where('site.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('The site')
  return presentSite(row, deps.publicUrl)
}

/** Who sees a site by a share link has its key in the address; who visits it has an address, published or not. */
interface SiteView {
  shareKey?: string | undefined
  isVisited?: boolean
}

export function presentSite(row: CountedSite, publicUrl: string, { shareKey, isVisited }: SiteView = {}): Site {
  const location = `${publicUrl}/v1/orgs/${row.organization_id}/sites/${row.id}`
  // Visitors need not know where else a site is to be.
  const hostname = isVisited ? row.hostname : row.wanted_hostname
  return {
    object: 'site',
    id: row.id,
    type: row.type,
    title: row.title,
    ...(row.favicon && Object.keys(row.favicon).length > 0 && { icon: row.favicon }),
    ...(hostname && { hostname }),
    ...(row.basename !== null && { basename: row.basename }),
    ...(row.proxy !== null && { proxy: { origin: row.proxy, target: siteAddress(row, publicUrl) } }),
    visibility: row.visibility,
    published: row.published,
    siteSpaces: row.site_spaces,
    createdAt: timestamp(row.created_at),
    ...(row.adaptive_content !== null && { adaptiveContent: { enabled: row.adaptive_content } }),
    agentsContext: row.agents_context,
    features: [],
    urls: {
      location,
      app: location,
      ...((row.published || isVisited) && { published: siteAddress(row, publicUrl, shareKey) }),
    },
  }
}
