import { maxOnSite } from '@quire/contracts'
import { conflict, newId } from '@quire/kit'
import type { Sql } from '../../database.ts'
import type { SectionRow } from '../../model/site-levels.ts'
import { keysAfterLast } from '../../model/site-order.ts'
import type { SiteRow } from '../../model/sites.state.ts'
import { pathsFor } from './site-spaces.rules.ts'

/**
 * Puts the spaces of a site without sections into one section. The section gets the site's title, because a space's
 * title may be hidden from some who see the section.
 */
export async function moveSpacesIntoSection(sql: Sql, site: SiteRow): Promise<void> {
  const outside = sql.selectFrom('site_space').where('site_id', '=', site.id).where('section_id', 'is', null)
  if (!(await outside.select('id').limit(1).executeTakeFirst())) return
  const { id } = await insertSection(sql, site, {
    title: site.title,
    icon: null,
    default_site_space: site.default_site_space,
  })
  await sql
    .updateTable('site_space')
    .set({ section_id: id })
    .where('site_id', '=', site.id)
    .where('section_id', 'is', null)
    .execute()
}

/** Adds a section after all others of its group, or of the site. Throws 409 if the site has the maximum number of sections. */
export async function insertSection(
  sql: Sql,
  site: SiteRow,
  given: Pick<SectionRow, 'title' | 'icon'> & Partial<SectionRow>,
): Promise<SectionRow> {
  const present = await sql.selectFrom('site_section').select('path').where('site_id', '=', site.id).execute()
  if (present.length >= maxOnSite.sections) throw conflict(`A site has at most ${maxOnSite.sections} sections.`)
  const [path = ''] = pathsFor(
    [given.title],
    present.map((one) => one.path),
  )
  const [orderKey = ''] = await keysAfterLast(
    sql,
    { siteId: site.id, holds: 'sections', parentId: given.group_id ?? null },
    1,
  )
  return sql
    .insertInto('site_section')
    .values({
      id: newId(),
      organization_id: site.organization_id,
      site_id: site.id,
      group_id: null,
      description: null,
      path,
      condition: null,
      default_site_space: null,
      order_key: orderKey,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
