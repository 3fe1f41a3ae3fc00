import { type Level, permissionsOfSpace, type RowBeside } from '@quire/access'
import { type Publication, presentSpace, type Space, siteSpaceAddress } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { spaceCountersState } from '../workspace/tree/space-counters.ts'
import { eventColumns, type SpaceEventRow, type SpaceRow, spaceState } from '../workspace/tree/spaces.state.ts'

/** Columns of the published site that a space is on, the oldest if there are several; null if there is none. */
interface PublicationColumns {
  site_visibility: Publication['visibility'] | null
  site_address: string | null
  site_path: string | null
}

export type SpaceWithPublication = SpaceEventRow & PublicationColumns

/** Columns of a space and its publication, read by the statement that decides access to the space. */
export const spaceWithPublication: RowBeside<SpaceWithPublication> = {
  columns: raw`${raw.join(eventColumns.map((name) => raw.ref(`asked.${name}`)))}, published.*`,
  joins: raw`left join lateral (
    select site.visibility as site_visibility, site.address as site_address,
      coalesce(site_space.address, site_space.path) as site_path
    from site_space join site on site.id = site_space.site_id
    where site_space.space_id = asked.id and site.published
    order by site_space.id limit 1
  ) published on true`,
}

function publicationOf({ site_visibility: visibility, site_address: address, site_path: path }: PublicationColumns) {
  if (visibility === null || address === null || path === null) return undefined
  return { visibility, address: siteSpaceAddress(address, path) }
}

/** Loads the publication of a space, and presents the space. */
export async function presentSpaceWithPublication(
  sql: Sql,
  row: SpaceRow,
  level: Level,
  publicUrl: string,
): Promise<Space> {
  const { rows } = await raw<PublicationColumns>`
    select published.* from (select ${row.id}::text as id) asked ${spaceWithPublication.joins}`.execute(sql)
  const [published = { site_visibility: null, site_address: null, site_path: null }] = rows
  return presentSpaceRow({ ...row, ...published }, level, publicUrl)
}

/** Presents a space to a caller with this level on it. */
export function presentSpaceRow(
  row: SpaceWithPublication,
  level: Level,
  publicUrl: string,
  publication = publicationOf(row),
): Space {
  const view = { counters: spaceCountersState(row), permissions: permissionsOfSpace(level), publication, publicUrl }
  return { ...presentSpace(spaceState(row), view), position: row.position }
}
