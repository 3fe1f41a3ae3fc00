import { maxOnSite, type sectionOperations } from '@quire/contracts'
import { conflict, created, type Input, newId } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import type { SectionRow } from '../../model/site-levels.ts'
import { keysAfterLast } from '../../model/site-order.ts'
import { findSite, lockSite, type SiteRow } from '../../model/sites.state.ts'
import { presentSectionById } from '../../view/sections.present.ts'
import { addSiteSpaces, pathsFor, requireAddableSpaces, type SpaceToAdd } from './site-spaces.rules.ts'

type Add = SitesContext & Input<typeof sectionOperations.addSectionToSite>

const shortestTitle = 2
const untitled = 'Untitled'

/**
 * Adds a section with one space, after all others. The first section of a site gets another one before it, for the
 * spaces that the site already has.
 */
export async function addSectionToSite(context: Add) {
  const { sql, params, body } = context
  const site = await lockSite(sql, params.siteId)
  const [space] = await requireAddableSpaces(context, [body.spaceId], () => 'body.spaceId')
  await moveSpacesIntoSection(sql, site)
  const section = await insertSection(sql, site, { title: titleOf(body, space), icon: body.icon ?? null })
  const [added] = await addSiteSpaces(context, site, section.id, space ? [space] : [])
  if (!added) throw conflict('The space is on this site already.')
  return created(await presentSectionById(context, await findSite(sql, site.id), section.id))
}

function titleOf({ title }: Add['body'], space: SpaceToAdd | undefined): string {
  if (title) return title
  return space && space.title.length >= shortestTitle ? space.title : untitled
}

/**
 * Puts the spaces of a site without sections into one section. The section gets the site's title, because a space's
 * title may be hidden from some who see the section.
 */
async function moveSpacesIntoSection(sql: Sql, site: SiteRow): Promise<void> {
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

/** Throws 409 if the site has the maximum number of sections. */
async function insertSection(
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
  const [orderKey = ''] = await keysAfterLast(sql, { siteId: site.id, holds: 'sections', parentId: null }, 1)
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
