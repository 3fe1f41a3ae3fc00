import type { Publication } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { Sql } from '../database.ts'
import { siteAddressOfSpace } from '../states/site-address.ts'

/** The published site each of these spaces is on, by space; the oldest where there are several. */
export async function publicationsOf(
  sql: Sql,
  spaceIds: string[],
  publicUrl: string,
): Promise<Map<string, Publication>> {
  if (spaceIds.length === 0) return new Map()
  const rows = await sql
    .selectFrom('site_space')
    .innerJoin('site', 'site.id', 'site_space.site_id')
    .select(['site_space.space_id', 'site_space.path', 'site_space.address'])
    .select(['site.id', 'site.basename', 'site.hostname', 'site.visibility'])
    .distinctOn('site_space.space_id')
    .where('site_space.space_id', '=', anyOf(spaceIds))
    .where('site.published', '=', true)
    .orderBy('site_space.space_id')
    .orderBy('site_space.id')
    .execute()
  return new Map(
    rows.map((row) => [row.space_id, { visibility: row.visibility, address: siteAddressOfSpace(row, row, publicUrl) }]),
  )
}
