import { type IsBarred, previewingMember, spaceLevels, type VisitorConditions, visitorConditions } from '@quire/access'
import type { VisitorClaims } from '@quire/contracts'
import { type Caller, statement } from '@quire/kit'
import type { InferResult, RawBuilder } from 'kysely'
import type { Sql } from '../database.ts'
import type { AddressedSpace } from './site-paths.ts'

/** A space of a site with its address and its conditions. */
export interface SiteSpaceOnSite extends AddressedSpace {
  conditions: string[]
}

/** The person that a site is shown to. */
export interface SiteViewer {
  /** The claims that conditions are evaluated with; undefined skips conditions. */
  claims: VisitorClaims | undefined
  /** The member who previews the site. */
  previewOf?: string | undefined
  /** The kind of the member's access token. */
  previewKind?: Caller['kind'] | undefined
}

/** Returns the spaces of a site that are visible to a visitor now, in the site's order. */
export async function visibleSpaces(
  sql: Sql,
  site: { id: string; organizationId: string },
  { claims, ...previewer }: SiteViewer,
  isBarred: IsBarred,
): Promise<SiteSpaceOnSite[]> {
  const all = await spacesOnSite(sql, site.id)
  const matching = claims ? await admitting(all, visitorConditions(claims, [`site ${site.id}`])) : all
  if (previewer.previewOf === undefined) return matching
  const member = await previewingMember(sql, previewer, site.organizationId, isBarred)
  if (!member) return []
  const spaceIds = matching.map(({ spaceId }) => spaceId)
  const levels = await spaceLevels(sql, member, spaceIds)
  return matching.filter(({ spaceId }) => (levels.get(spaceId) ?? 'none') !== 'none')
}

/** Returns the spaces whose conditions all hold. */
async function admitting(spaces: readonly SiteSpaceOnSite[], { decide, holds }: VisitorConditions) {
  await decide(spaces.flatMap(({ conditions }) => conditions.map((condition) => ({ condition }))))
  return spaces.filter(({ conditions }) => conditions.every((condition) => holds(condition)))
}

/** Returns the spaces of a site that are not deleted and still belong to its organization. */
export async function spacesOnSite(sql: Sql, siteId: string): Promise<SiteSpaceOnSite[]> {
  const rows = await rowsOnSite(sql, { siteId })
  return rows.map((row) => ({
    id: row.id,
    spaceId: row.space_id,
    path: row.path,
    address: row.address,
    conditions: [row.section_condition, row.condition].filter((one) => one !== null),
    isDefault: row.id === (row.section_id === null ? row.default_site_space : row.section_default),
    section:
      row.section_id === null || row.section_path === null
        ? undefined
        : { id: row.section_id, path: row.section_path, isDefault: row.section_id === row.default_section },
  }))
}

const selectOnSite = (sql: Sql, siteId: RawBuilder<string>) =>
  sql
    .selectFrom('site_space')
    .innerJoin('site', 'site.id', 'site_space.site_id')
    .innerJoin('space', 'space.id', 'site_space.space_id')
    .leftJoin('site_section', 'site_section.id', 'site_space.section_id')
    .select(['site_space.id', 'site_space.space_id', 'site_space.path', 'site_space.address'])
    .select(['site_space.condition', 'site_space.section_condition', 'site_space.section_id'])
    .select(['site.default_site_space', 'site.default_section'])
    .select(['site_section.path as section_path', 'site_section.default_site_space as section_default'])
    .where('site_space.site_id', '=', siteId)
    .where('space.deleted_at', 'is', null)
    .whereRef('space.organization_id', '=', 'site_space.organization_id')
    .orderBy('site_section.order_key')
    .orderBy('site_space.order_key')

const rowsOnSite = statement<{ siteId: string }, InferResult<ReturnType<typeof selectOnSite>>[number]>(
  ({ siteId }, sql) => selectOnSite(sql as Sql, siteId),
)
