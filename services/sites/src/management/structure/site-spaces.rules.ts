import { atLeast, spaceLevels } from '@quire/access'
import { maxOnSite, siteSpace } from '@quire/contracts'
import { anyOf, badRequest, conflict, forbidden, newId, notFound, slugOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { SitesContext } from '../../context.ts'
import type { Sql, Writer } from '../../database.ts'
import { assignAddresses } from '../../model/assign-addresses.ts'
import { keysAfterLast } from '../../model/site-order.ts'
import type { SiteSpaceRow } from '../../model/site-spaces.state.ts'
import type { SiteRow } from '../../model/sites.state.ts'
import { viewSite, visibleSiteSpaces } from '../../view/site-view.ts'

/** The properties of a space that adding it to a site takes. */
export interface SpaceToAdd {
  id: string
  title: string
  /** Decides which visitors see it on the site; all do without one. */
  condition?: string | null
}

/**
 * Returns the spaces that a caller wants to publish on a site. The caller must see each of them in the site's
 * organization (404) and have `create` or more on it (403); `fieldOf` names the input at fault.
 */
export async function requireAddableSpaces(
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

/**
 * Adds spaces at the end of a section, or of a site without sections (null). The caller has locked or just created the
 * site. Skips spaces that are on the site already; throws 409 beyond the number that a site may have.
 */
export async function addSiteSpaces(
  { sql, emit }: Writer,
  site: Pick<SiteRow, 'id' | 'organization_id'>,
  sectionId: string | null,
  spaces: readonly SpaceToAdd[],
): Promise<Pick<SiteSpaceRow, 'id'>[]> {
  if (spaces.length === 0) return []
  const paths = pathsFor(
    spaces.map(({ title }) => title),
    await requireRoom(sql, site.id, sectionId, spaces.length),
  )
  const keys = await keysAfterLast(sql, { siteId: site.id, holds: 'spaces', parentId: sectionId }, spaces.length)
  const rows = await sql
    .insertInto('site_space')
    .values(
      spaces.map((space, index) => ({
        id: newId(),
        organization_id: site.organization_id,
        site_id: site.id,
        section_id: sectionId,
        space_id: space.id,
        path: paths[index] ?? '',
        address: null,
        section_condition: null,
        condition: space.condition ?? null,
        order_key: keys[index] ?? '',
        version: 0,
      })),
    )
    .onConflict((conflict) => conflict.constraint('site_space_once').doNothing())
    .returning('id')
    .execute()
  await assignAddresses({ sql, emit }, site.id)
  return rows
}

/**
 * Returns the paths that are in use beside the new site spaces; throws 409 if the site has no room for `count` more.
 */
async function requireRoom(sql: Sql, siteId: string, sectionId: string | null, count: number): Promise<string[]> {
  const present = await sql
    .selectFrom('site_space')
    .select(['section_id', 'path'])
    .where('site_id', '=', siteId)
    .execute()
  if (present.length + count > maxOnSite.siteSpaces) {
    throw conflict(`A site shows at most ${maxOnSite.siteSpaces} spaces.`)
  }
  return present.filter((one) => one.section_id === sectionId).map(({ path }) => path)
}

/**
 * Removes all spaces of a site, or those with the given value of a column; returns the removed rows. Needs
 * `assignAddresses` afterwards.
 */
export async function removeSiteSpaces(
  { sql, emit }: Writer,
  siteId: string,
  only?: { id: string } | { section_id: string },
): Promise<SiteSpaceRow[]> {
  const rows = await sql
    .deleteFrom('site_space')
    .where('site_id', '=', siteId)
    .$if(only !== undefined, (remove) => remove.where((row) => row.and(only ?? {})))
    .returningAll()
    .execute()
  for (const row of rows) emit(siteSpace.removed, { key: row.id, version: Number(row.version) + 1 })
  return rows
}

/** Throws 400 unless the caller sees the site space in this section, or on a site without sections (null). */
export async function requireDefault(
  context: SitesContext,
  site: SiteRow,
  sectionId: string | null,
  siteSpaceId: string,
): Promise<void> {
  const row = await visibleSiteSpaces(await viewSite(context, site, siteSpaceId))
    .where('site_space.id', '=', siteSpaceId)
    .where('site_space.section_id', 'is not distinct from', sectionId)
    .executeTakeFirst()
  if (row) return
  const where = sectionId === null ? 'of this site' : 'of the section'
  throw badRequest('body.defaultSiteSpace', `is no site space ${where} that you can see`)
}

const fallbackPath = 'docs'
/** Characters of a title that a path uses, which leaves room for a number within the limit of 100. */
const maxPathCharacters = 90

/**
 * Returns a unique path on one level for each title: the words of the title, numbered if the path is `taken`.
 * Comparison ignores case.
 */
export function pathsFor(titles: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(taken.map((path) => path.toLowerCase()))
  return titles.map((title) => {
    const base = slugOf([...title].slice(0, maxPathCharacters).join('')) || fallbackPath
    let path = base
    for (let number = 2; used.has(path); number += 1) path = `${base}-${number}`
    used.add(path)
    return path
  })
}
