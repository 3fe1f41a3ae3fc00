import { mostOnSite, type sectionOperations } from '@quire/contracts'
import { conflict, created, type Input, newId } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { keysBehind } from '../places/order.ts'
import { pathsFor } from '../site-spaces/paths.ts'
import { addSiteSpaces, type SpaceToAdd, spacesToOpen } from '../site-spaces/site-spaces.rules.ts'
import type { SectionRow } from '../states/site-sections.state.ts'
import { findSite, lockSite, type SiteRow } from '../states/sites.state.ts'
import { showSection } from './sections.present.ts'

type Add = SitesContext & Input<typeof sectionOperations.addSectionToSite>

const shortestTitle = 2
const untitled = 'Untitled'

/** A section behind all others, with one space. The first section of a site gets another before it, for what the site has. */
export async function addSectionToSite(context: Add) {
  const { sql, params, body } = context
  const site = await lockSite(sql, params.siteId)
  const [space] = await spacesToOpen(context, [body.spaceId], () => 'body.spaceId')
  await gatherSiteSpaces(sql, site)
  const section = await insertSection(sql, site, { title: titleOf(body, space), icon: body.icon ?? null })
  const [added] = await addSiteSpaces(context, site, section.id, space ? [space] : [])
  if (!added) throw conflict('The space is on this site already.')
  return created(await showSection(context, await findSite(sql, site.id), section.id))
}

function titleOf({ title }: Add['body'], space: SpaceToAdd | undefined): string {
  if (title) return title
  return space && space.title.length >= shortestTitle ? space.title : untitled
}

/**
 * Puts the spaces of a site without sections into a section of their own. It has the site's title: a space's may be
 * hidden from some who see the section.
 */
async function gatherSiteSpaces(sql: Sql, site: SiteRow): Promise<void> {
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

/** 409 where the site has as many as it may show. */
async function insertSection(
  sql: Sql,
  site: SiteRow,
  given: Pick<SectionRow, 'title' | 'icon'> & Partial<SectionRow>,
): Promise<SectionRow> {
  const present = await sql.selectFrom('site_section').select('path').where('site_id', '=', site.id).execute()
  if (present.length >= mostOnSite.sections) throw conflict(`A site has at most ${mostOnSite.sections} sections.`)
  const [path = ''] = pathsFor(
    [given.title],
    present.map((one) => one.path),
  )
  const [orderKey = ''] = await keysBehind(sql, { siteId: site.id, holds: 'sections', parentId: null }, 1)
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
