import { type Access, atLeast, type Member, readableSpaceIds } from '@quire/access'
import { type CustomizationInput, type Site, type SiteAds, type SitePermissions, timestamp } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { SitesContext } from '../context.ts'
import type { Sql, Tables } from '../database.ts'
import { siteAddress } from '../model/site-address.ts'
import type { SiteRow } from '../model/sites.state.ts'

/** A site with the number of its spaces that are not deleted. */
export type CountedSite = SiteRow & {
  site_spaces: number
  favicon?: CustomizationInput['favicon']
  ads?: Pick<Tables['site_ads'], 'status' | 'topic' | 'zone_id' | 'reason'> | null
  /** The hostname that the organization has asked for. */
  wanted_hostname?: string | null
  /** The proxy that the organization has asked for. */
  wanted_proxy?: string | null
}

/**
 * Selects sites with their counts of spaces, which change at once when a space is deleted or restored. All members with
 * a role get the same count; a guest's count covers the spaces that the guest may read.
 */
export function countedSites(sql: Sql, member: Member | undefined) {
  // With `is true` the planner hashes the spaces once for all sites; without it, it may find them for each.
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
    .select(raw<CountedSite['ads']>`(select to_jsonb(one) from site_ads one where one.site_id = site.id)`.as('ads'))
    .select(raw<string | null>`(select hostname from custom_hostname where site_id = site.id)`.as('wanted_hostname'))
    .select(raw<string | null>`(select proxy from proxy_claim where site_id = site.id)`.as('wanted_proxy'))
}

/** Presents the site as it is in the request's transaction. */
export async function presentSiteById({ sql, access, deps }: SitesContext, id: string): Promise<Site> {
  const row = await countedSites(sql, access.member).where('site.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('The site')
  return presentSite(row, access, deps.publicUrl)
}

/**
 * Presents a site to the caller with this access. A visitor gets an address even if the site is not published;
 * `shareKey` is what the caller's addresses begin with.
 */
export function presentSite(row: CountedSite, access: Access, publicUrl: string, shareKey?: string): Site {
  const isVisited = access.visitorSite !== undefined
  const location = `${publicUrl}/v1/orgs/${row.organization_id}/sites/${row.id}`
  // Visitors do not learn of hosts that are not verified yet.
  const hostname = isVisited ? row.hostname : row.wanted_hostname
  const proxy = isVisited ? row.proxy : row.wanted_proxy
  return {
    object: 'site',
    id: row.id,
    type: row.type,
    appliedType: row.type,
    title: row.title,
    ...(row.favicon && Object.keys(row.favicon).length > 0 && { icon: row.favicon }),
    ...(hostname && { hostname }),
    ...(row.basename !== null && { basename: row.basename }),
    ...(proxy && { proxy: { origin: proxy, target: siteAddress(row, publicUrl) } }),
    visibility: row.visibility,
    defaultLevel: 'inherit',
    permissions: permissionsOn(access),
    published: row.published,
    siteSpaces: row.site_spaces,
    createdAt: timestamp(row.created_at),
    ...(row.adaptive_content !== null && { adaptiveContent: { enabled: row.adaptive_content } }),
    agentsContext: row.agents_context,
    ...(!isVisited && { ads: presentAds(row.ads) }),
    features: [],
    urls: {
      location,
      app: location,
      preview: `${location}/publishing/preview`,
      ...((row.published || isVisited) && { published: siteAddress(row, publicUrl, shareKey) }),
    },
  }
}

/** A site without a row was never submitted. */
function presentAds(ads: CountedSite['ads']): SiteAds {
  if (!ads || ads.status === 'pending') return { status: 'pending', submittable: true }
  const { status, topic, zone_id, reason } = ads
  if (status === 'in-review') return { status, topic }
  return status === 'rejected'
    ? { status, ...(reason !== null && { reason }) }
    : { status, topic, zoneId: zone_id ?? '' }
}

/** The level on every site that a member sees is their role in the organization; guests read (`siteLevel` of libs/access). */
function permissionsOn(access: Access): SitePermissions {
  const isMember = access.visitorSite === undefined
  const level = isMember ? (access.member.role ?? 'read') : 'read'
  return {
    view: true,
    access: isMember,
    edit: atLeast(level, 'edit'),
    create: atLeast(level, 'create'),
    admin: atLeast(level, 'admin'),
    installIntegration: isMember && access.member.role === 'admin',
    viewAdaptiveSchema: isMember,
    editAdaptiveSchema: atLeast(level, 'create'),
  }
}
