import { isNotDeleted, type SiteTokenContext, type VisitorSite } from '@quire/access'
import type { SiteVisit } from '@quire/kit'
import { sql as raw } from 'kysely'
import { openKey } from '../audience/share-keys.ts'
import type { SitesDependencies } from '../context.ts'
import type { Sql } from '../database.ts'
import { visibleSpaces } from './spaces-on-site.ts'

type Deps = Pick<SitesDependencies, 'sealer' | 'isBarred'>

/** Returns the part of its site that a token may read now; undefined once the token has ended (docs/adr/0024). */
export async function openedSite({ sql: db, visit }: SiteTokenContext, deps: Deps): Promise<VisitorSite | undefined> {
  // The rows are in the service's own tables, which the authorizer of all services does not know.
  const opened = await currentVisit(db as unknown as Sql, visit, deps)
  if (!opened || opened.open.length === 0) return undefined
  const { link_id: id, sealed_key } = opened.site
  const shareKey = id !== null && sealed_key !== null ? openKey(deps.sealer, { id, sealed_key }) : undefined
  return { siteSpaceIds: opened.open.map((one) => one.id), shareKey }
}

/** Returns the site of a visit that has not ended, with the spaces that are visible to the visitor now. */
export async function currentVisit(sql: Sql, visit: Omit<SiteVisit, 'issuedAt'>, { isBarred }: Pick<Deps, 'isBarred'>) {
  const site = await visitedSite(sql, visit)
  if (!site) return undefined
  return {
    site,
    open: await visibleSpaces(sql, { id: site.id, organizationId: site.organization_id }, visit, isBarred),
  }
}

/**
 * Returns the site of a token that has not ended, with the share link that admitted its holder. A preview lasts while
 * its member may read, independent of the site's audience; a visit of an internal site depends on both.
 */
export function visitedSite(
  sql: Sql,
  { siteId, generation, shareLinkId, previewOf, isInternal }: Omit<SiteVisit, 'issuedAt'>,
) {
  const sites = sql
    .selectFrom('site')
    .leftJoin('share_link', (join) =>
      join
        .onRef('share_link.site_id', '=', 'site.id')
        .on('share_link.id', '=', shareLinkId ?? null)
        .on('share_link.active', '=', true),
    )
    .select(['site.id', 'site.organization_id', 'share_link.id as link_id', 'share_link.sealed_key'])
    .where('site.id', '=', siteId)
    .where(isNotDeleted(raw.ref('site.organization_id')))
  if (previewOf !== undefined && !isInternal) return sites.executeTakeFirst()
  return sites
    .where('site.published', '=', true)
    .where('site.generation', '=', generation)
    .$if(shareLinkId !== undefined, (some) => some.where('share_link.id', 'is not', null))
    .executeTakeFirst()
}
