import { isNotDeleted, mayPreviewSpace, type SiteTokenContext, visitorConditions } from '@quire/access'
import type { SiteVisit } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { CommonDependencies } from '../context.ts'

/** A space on the token's site, with the conditions for its visibility. */
interface SpaceOnSite {
  organizationId: string
  revision: string
  conditions: string[]
  /** True if the site is published, and to the same audience as when the token was issued. */
  isTokenValid: boolean
}

/**
 * Creates a check that returns the path's space if a site's token may read it now, else undefined (docs/adr/0024). Each
 * request checks everything again, so that a space removed from the site, a site taken offline and a revoked link have
 * effect at once.
 */
export const tokenSpace =
  ({ isBarred }: Pick<CommonDependencies, 'isBarred'>) =>
  async (context: SiteTokenContext): Promise<{ organizationId: string } | undefined> => {
    const { visit, params } = context
    const space = await spaceOnSite(context)
    const { holds } = visitorConditions(visit.claims, [`site ${visit.siteId}`])
    if (!space?.conditions.every((condition) => holds(condition))) return undefined
    if (endsWithSite(visit) && !space.isTokenValid) return undefined
    const isMembers = visit.previewOf !== undefined
    if (isMembers && !(await mayPreviewSpace(context.sql, visit, params.spaceId ?? '', isBarred))) return undefined
    if (params.revisionId !== undefined && !(await wasLive(context, space, params.revisionId))) return undefined
    return { organizationId: space.organizationId }
  }

async function spaceOnSite({ sql, params, visit }: SiteTokenContext): Promise<SpaceOnSite | undefined> {
  const { rows } = await raw<SpaceOnSite>`
    select space.organization_id as "organizationId", space.revision, site_space.conditions, ${isTokenValid(visit)} as "isTokenValid"
    from site_space
    join site on site.id = site_space.site_id
    join space on space.id = site_space.space_id and space.organization_id = site.organization_id
    where site_space.space_id = ${params.spaceId} and site.id = ${visit.siteId} and space.deleted_at is null
    limit 1`.execute(sql)
  return rows[0]
}

/** True for every token but that of a preview, which lasts whether or not the site is published. */
export const endsWithSite = ({ previewOf, isInternal }: SiteVisit): boolean =>
  previewOf === undefined || isInternal === true

/** The condition that the site of the row is published, and to the same audience as when the token was issued. */
export const isTokenValid = ({ generation, shareLinkId }: SiteVisit) => raw`(
  site.published and ${isNotDeleted(raw.ref('site.organization_id'))} and site.generation = ${generation}::bigint and (${shareLinkId ?? null}::text is null or exists (
    select from share_link where share_link.id = ${shareLinkId ?? null} and share_link.site_id = site.id and share_link.active)))`

/**
 * True if the revision is live, or was live when the token was issued: visitors see no drafts and no history, but sites
 * may cache the live revision for the lifetime of a token.
 */
async function wasLive(
  { sql, params, visit }: SiteTokenContext,
  { revision }: SpaceOnSite,
  id: string,
): Promise<boolean> {
  if (id === revision) return true
  const { rows } = await raw`
    select from revision
    where space_id = ${params.spaceId} and change_request_id is null and parents[1] = ${id}
      and created_at >= to_timestamp(${visit.issuedAt}::float8)
    limit 1`.execute(sql)
  return rows.length > 0
}
