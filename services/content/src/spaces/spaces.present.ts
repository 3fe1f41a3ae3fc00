import { type Level, permissionsOfSpace, type RowBeside } from '@quire/access'
import { type Publication, presentSpace, type Space, siteSpaceAddress } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { spaceCountersState } from '../structure/space-counters.ts'
import { type SpaceRow, spaceState, type ToldSpaceRow, toldColumns } from '../structure/spaces.state.ts'

/** Columns of the published site that a space is on, the oldest where there are several; null where it is on none. */
interface PublicationColumns {
  site_visibility: Publication['visibility'] | null
  site_address: string | null
  site_path: string | null
}

export type ShownSpaceRow = ToldSpaceRow & PublicationColumns

/** A space with what is shown of its publication, in the statement that decides access to it. */
export const shownSpace: RowBeside<ShownSpaceRow> = {
  columns: raw`${raw.join(toldColumns.map((name) => raw.ref(`asked.${name}`)))}, published.*`,
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

/** One space as the interface shows it; its publication is looked up. */
export async function showSpace(sql: Sql, row: SpaceRow, level: Level, publicUrl: string): Promise<Space> {
  const { rows } = await raw<PublicationColumns>`
    select published.* from (select ${row.id}::text as id) asked ${shownSpace.joins}`.execute(sql)
  const [published = { site_visibility: null, site_address: null, site_path: null }] = rows
  return presentRow({ ...row, ...published }, level, publicUrl)
}

/** The space as a caller sees it whose level on it is `level`. */
export function presentRow(
  row: ShownSpaceRow,
  level: Level,
  publicUrl: string,
  publication = publicationOf(row),
): Space {
  return presentSpace(spaceState(row), {
    counters: spaceCountersState(row),
    permissions: permissionsOfSpace(level),
    publication,
    publicUrl,
  })
}
