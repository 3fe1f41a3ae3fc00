import { previewingMember, type SiteTokenContext, spaceLevels, visitorConditions } from '@quire/access'
import { sql as raw } from 'kysely'
import type { CommonDependencies } from '../context.ts'
import { endsWithSite, isTokenValid } from './token-space.ts'

type Deps = Pick<CommonDependencies, 'isBarred'>

/** Creates a lookup of the spaces of the path's organization that a site's token may read now (docs/adr/0024). */
export const tokenSpaces =
  ({ isBarred }: Deps) =>
  async ({ sql, params, visit }: SiteTokenContext): Promise<readonly string[]> => {
    const organizationId = params.organizationId ?? ''
    const { rows } = await raw<{ id: string; conditions: string[] }>`
      select space.id, site_space.conditions
      from site
      join site_space on site_space.site_id = site.id
      join space on space.id = site_space.space_id and space.organization_id = site.organization_id
      where site.id = ${visit.siteId} and site.organization_id = ${organizationId} and space.deleted_at is null
        and ${endsWithSite(visit) ? isTokenValid(visit) : raw`true`}`.execute(sql)
    const { decide, holds } = visitorConditions(visit.claims, [`site ${visit.siteId}`])
    await decide(rows.flatMap(({ conditions }) => conditions.map((condition) => ({ condition }))))
    const visible = rows.filter(({ conditions }) => conditions.every((one) => holds(one)))
    const ids = visible.map(({ id }) => id)
    if (visit.previewOf === undefined) return ids
    const member = await previewingMember(sql, visit, organizationId, isBarred)
    if (!member) return []
    const levels = await spaceLevels(sql, member, ids)
    return ids.filter((id) => (levels.get(id) ?? 'none') !== 'none')
  }
