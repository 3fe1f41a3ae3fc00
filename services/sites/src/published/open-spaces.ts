import { type IsBarred, membership, spaceLevels } from '@quire/access'
import { holds, type Value } from '@quire/conditions'
import type { VisitorClaims } from '@quire/contracts'
import { statement } from '@quire/kit'
import type { InferResult, RawBuilder } from 'kysely'
import type { Sql } from '../database.ts'
import type { PlacedSpace } from './site-paths.ts'

/** A space of a site, with what its address is made of and for whom it is open. */
export interface SiteSpaceOnSite extends PlacedSpace {
  address: string | null
  conditions: string[]
}

/** Whose eyes a site is seen with. */
export interface Eyes {
  /** What conditions look at; undefined leaves them out. */
  claims: VisitorClaims | undefined
  /** The member whose preview it is. */
  previewOf?: string | undefined
}

/** The spaces of a site that are open to a visitor now, in its order. */
export async function openSpaces(
  sql: Sql,
  site: { id: string; organizationId: string },
  { claims, previewOf }: Eyes,
  isBarred: IsBarred,
): Promise<SiteSpaceOnSite[]> {
  const all = await spacesOnSite(sql, site.id)
  const shown = claims ? all.filter(({ conditions }) => allHold(conditions, claims)) : all
  if (previewOf === undefined) return shown
  const member = await membership(sql, { userId: previewOf, organizationId: site.organizationId }, isBarred)
  if (!member || member.disabled) return []
  const spaceIds = shown.map(({ spaceId }) => spaceId)
  const levels = await spaceLevels(sql, member, spaceIds)
  return shown.filter(({ spaceId }) => (levels.get(spaceId) ?? 'none') !== 'none')
}

/** Claims are plain data: they came as JSON. */
const allHold = (conditions: string[], claims: VisitorClaims) =>
  conditions.every((condition) => holds(condition, { visitor: { claims: claims as Value } }))

/** The spaces of a site that are not deleted, and still its organization's. */
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
