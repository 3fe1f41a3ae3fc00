import { atLeast, spaceLevels } from '@quire/access'
import { siteSpace } from '@quire/contracts'
import { anyOf, forbidden, newId, notFound } from '@quire/kit'
import { generateNKeysBetween } from 'fractional-indexing'
import { sql as raw } from 'kysely'
import type { SitesContext, Writer } from '../context.ts'
import type { Sql } from '../database.ts'
import { type SiteSpaceRow, siteSpaceState } from '../states/site-spaces.state.ts'
import type { SiteRow } from '../states/sites.state.ts'
import { pathsFor } from './paths.ts'

/** What a site must know of a space to add it. */
export interface SpaceToAdd {
  id: string
  title: string
}

/**
 * The spaces that a caller wants to open through a site. The caller must see each of them in the site's organization
 * (404) and have `create` or more on it (403); `fieldOf` names the input at fault.
 */
export async function spacesToOpen(
  { sql, access }: SitesContext,
  spaceIds: string[],
  fieldOf: (index: number) => string,
): Promise<SpaceToAdd[]> {
  if (spaceIds.length === 0) return []
  const levels = await spaceLevels(sql, access.member, spaceIds)
  for (const [index, id] of spaceIds.entries()) {
    const level = levels.get(id) ?? 'none'
    if (level === 'none') throw notFound(`The space in ${fieldOf(index)}`)
    if (!atLeast(level, 'create')) throw forbidden(`${fieldOf(index)}: a site needs the role "create" on its spaces.`)
  }
  const titles = await titlesOf(sql, spaceIds)
  return spaceIds.map((id) => ({ id, title: titles.get(id) ?? '' }))
}

async function titlesOf(sql: Sql, spaceIds: string[]): Promise<Map<string, string>> {
  const rows = await sql
    .selectFrom('space')
    .select(['id', raw<string>`state ->> 'title'`.as('title')])
    .where('id', '=', anyOf(spaceIds))
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Puts spaces last on a site that the caller has locked or just made; leaves out those that are on it already. */
export async function addSiteSpaces({ sql, emit }: Writer, site: SiteRow, spaces: SpaceToAdd[]) {
  if (spaces.length === 0) return []
  const present = await sql
    .selectFrom('site_space')
    .select(['path', 'order_key'])
    .where('site_id', '=', site.id)
    .orderBy('order_key')
    .execute()
  const paths = pathsFor(
    spaces.map((space) => space.title),
    present.map((one) => one.path),
  ).values()
  const keys = generateNKeysBetween(present.at(-1)?.order_key ?? null, null, spaces.length).values()
  const rows = await sql
    .insertInto('site_space')
    .values(
      spaces.map((space) => ({
        id: newId(),
        organization_id: site.organization_id,
        site_id: site.id,
        space_id: space.id,
        path: paths.next().value ?? '',
        condition: null,
        order_key: keys.next().value ?? '',
        version: 1,
      })),
    )
    .onConflict((conflict) => conflict.constraint('site_space_once').doNothing())
    .returningAll()
    .execute()
  for (const row of rows) emit(siteSpace.saved, siteSpaceState(row))
  return rows
}

/** Takes all spaces, or the one given, off a site; returns the rows that are gone. */
export async function removeSiteSpaces({ sql, emit }: Writer, siteId: string, id?: string): Promise<SiteSpaceRow[]> {
  const rows = await sql
    .deleteFrom('site_space')
    .where('site_id', '=', siteId)
    .$if(id !== undefined, (remove) => remove.where('id', '=', String(id)))
    .returningAll()
    .execute()
  for (const row of rows) emit(siteSpace.removed, { key: row.id, version: Number(row.version) + 1 })
  return rows
}
