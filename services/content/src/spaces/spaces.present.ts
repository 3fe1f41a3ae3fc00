import { type Level, permissionsOfSpace } from '@quire/access'
import { type Publication, presentSpace, type Space, siteSpaceAddress } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { Sql } from '../database.ts'
import { type SpaceRow, spaceState } from '../structure/spaces.state.ts'

/** The published site each of these spaces is on, by space; the oldest where there are several. */
export async function publicationsOf(sql: Sql, spaceIds: string[]): Promise<Map<string, Publication>> {
  if (spaceIds.length === 0) return new Map()
  const rows = await sql
    .selectFrom('site_space')
    .innerJoin('site', 'site.id', 'site_space.site_id')
    .select(['site_space.space_id', 'site_space.path', 'site.visibility', 'site.address'])
    .where('site_space.space_id', '=', anyOf(spaceIds))
    .where('site.published', '=', true)
    .orderBy('site_space.id', 'desc')
    .execute()
  return new Map(
    rows.map(({ space_id, visibility, address, path }) => [
      space_id,
      { visibility, address: siteSpaceAddress(address, path) },
    ]),
  )
}

/** One space as the interface shows it; its publication is looked up. */
export async function showSpace(sql: Sql, row: SpaceRow, level: Level, publicUrl: string): Promise<Space> {
  const publications = await publicationsOf(sql, [row.id])
  return presentRow(row, level, publications.get(row.id), publicUrl)
}

/** The space as a caller sees it whose level on it is `level`. */
export function presentRow(
  row: SpaceRow,
  level: Level,
  publication: Publication | undefined,
  publicUrl: string,
): Space {
  return presentSpace(spaceState(row), { permissions: permissionsOfSpace(level), publication, publicUrl })
}
