import { type SiteTokenContext, spaceLevel } from '@quire/access'
import { holds, type Value } from '@quire/conditions'
import type { SiteVisit } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentDependencies } from '../dependencies.ts'

/** A space that is on the token's site, with what decides whether the visitor sees it. */
interface SpaceOnSite {
  organizationId: string
  revision: string
  conditions: string[]
  /** The site is published, to those whom it was when the token was made. */
  isOpen: boolean
}

/**
 * Whether a site's token opens the path's space now (docs/adr/0061). Everything is asked anew with each request, so that
 * a space that left the site, a site that was taken offline and a link that was revoked are closed at once.
 */
export const openedSpace =
  ({ isBarred }: Pick<ContentDependencies, 'isBarred'>) =>
  async (context: SiteTokenContext): Promise<{ organizationId: string } | undefined> => {
    const { visit, params } = context
    const space = await spaceOnSite(context)
    if (!space?.conditions.every((condition) => holds(condition, { visitor: { claims: visit.claims as Value } }))) {
      return undefined
    }
    if (!(visit.previewOf === undefined ? space.isOpen : await mayRead(context, visit.previewOf, isBarred)))
      return undefined
    if (params.revisionId !== undefined && !(await wasLive(context, space, params.revisionId))) return undefined
    return { organizationId: space.organizationId }
  }

async function spaceOnSite({ sql, params, visit }: SiteTokenContext): Promise<SpaceOnSite | undefined> {
  const { rows } = await raw<SpaceOnSite>`
    select space.organization_id as "organizationId", space.revision, site_space.conditions, ${isOpen(visit)} as "isOpen"
    from site_space
    join site on site.id = site_space.site_id
    join space on space.id = site_space.space_id and space.organization_id = site.organization_id
    where site_space.space_id = ${params.spaceId} and site.id = ${visit.siteId} and space.deleted_at is null
    limit 1`.execute(sql)
  return rows[0]
}

/** Whether the site of the row is published, to those whom it was when the token was made. */
export const isOpen = ({ generation, shareLinkId }: SiteVisit) => raw`(
  site.published and site.generation = ${generation}::bigint and (${shareLinkId ?? null}::text is null or exists (
    select from share_link where share_link.id = ${shareLinkId ?? null} and share_link.site_id = site.id and share_link.active)))`

/** A preview shows what its member may read, for as long as they may. */
async function mayRead({ sql, params }: SiteTokenContext, userId: string, isBarred: ContentDependencies['isBarred']) {
  const found = await spaceLevel(sql, { userId, spaceId: params.spaceId ?? '' }, isBarred)
  return found !== undefined && !found.isDeleted && found.level !== 'none'
}

/**
 * Visitors see no drafts and no history. What was live when their token was made stays readable with it: whoever shows
 * the site may keep for so long which revision is live.
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
