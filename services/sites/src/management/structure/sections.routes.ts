import { maxOnSite, sectionOperations } from '@quire/contracts'
import {
  absent,
  conflict,
  countOf,
  created,
  deleted,
  type Input,
  keysetPage,
  listOf,
  newId,
  notFound,
  violates,
} from '@quire/kit'
import { requireCondition, revealsMore } from '../../audience/require-condition.ts'
import { implement, type SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { assignAddresses } from '../../model/assign-addresses.ts'
import { positionOf, type SectionRow } from '../../model/site-levels.ts'
import { keysAfterLast } from '../../model/site-order.ts'
import { findSite, lockSite, removeOnSite, type SiteRow } from '../../model/sites.state.ts'
import { presentSectionById, sectionPresenter, visibleSections } from '../../view/sections.present.ts'
import { viewSite } from '../../view/site-view.ts'
import { moveSiteItem } from './move-site-item.ts'
import { requireCreateOnSpaces } from './require-create.ts'
import {
  addSiteSpaces,
  pathsFor,
  removeSiteSpaces,
  requireAddableSpaces,
  requireDefault,
  type SpaceToAdd,
} from './site-spaces.rules.ts'

type Add = SitesContext & Input<typeof sectionOperations.addSectionToSite>

const shortestTitle = 2

const untitled = 'Untitled'

type SectionUpdate = SitesContext & Input<typeof sectionOperations.updateSiteSectionById>

type List = SitesContext & Input<typeof sectionOperations.listSiteSections>

export const sectionRoutes = implement(sectionOperations, {
  listSiteSections,
  addSectionToSite,
  updateSiteSectionById,

  /** Removes the spaces of the section from the site too. */
  async deleteSiteSectionById(context) {
    const { sql, params } = context
    const site = await lockSite(sql, params.siteId)
    await removeSiteSpaces(context, site.id, { section_id: params.siteSectionId })
    const removed = await removeOnSite(sql, 'site_section', { siteId: site.id, id: params.siteSectionId })
    if (!removed) return absent()
    await assignAddresses(context, site.id)
    return deleted()
  },

  async moveSiteSection(context) {
    const { params, body } = context
    const pointer = { kind: 'site-section' as const, id: params.siteSectionId }
    const site = await moveSiteItem(context, pointer, body.position)
    return presentSectionById(context, site, params.siteSectionId)
  },
})

/** Lists the sections of a site that the caller sees, in the order of the structure. */
async function listSiteSections(context: List) {
  const { sql, params, page, cursors } = context
  const site = await findSite(sql, params.siteId)
  const view = await viewSite(context, site)
  const matching = visibleSections(view)
  const rows = await keysetPage(matching, page, ['sorted.sort_key']).execute()
  return listOf({
    page,
    cursors,
    rows,
    present: await sectionPresenter(view, rows),
    after: (row) => [row.sort_key],
    count: () => countOf(sql, matching.clearSelect().select('site_section.id')),
  })
}

/**
 * Emits the spaces of the section whose address or conditions change. A change of the condition may show all of them to
 * more visitors.
 */
async function updateSiteSectionById(context: SectionUpdate) {
  const { sql, params, body } = context
  const condition = requireCondition('body.condition', body.condition)
  const site = await lockSite(sql, params.siteId)
  const section = await positionOf(sql, site.id, { kind: 'site-section', id: params.siteSectionId })
  if (!section) throw notFound('The section')
  if (revealsMore(await conditionOf(sql, section.id), condition)) {
    await requireCreateOnSpaces(context, site.id, { 'site_space.section_id': section.id })
  }
  if (body.defaultSiteSpace !== undefined) await requireDefault(context, site, section.id, body.defaultSiteSpace)
  await change(context, section.id, condition)
  await assignAddresses(context, site.id)
  return presentSectionById(context, site, section.id)
}

async function conditionOf(sql: Sql, id: string): Promise<string | null> {
  const row = await sql.selectFrom('site_section').select('condition').where('id', '=', id).executeTakeFirst()
  return row?.condition ?? null
}

async function change({ sql, body }: SectionUpdate, id: string, condition?: string | null): Promise<void> {
  const { defaultSiteSpace, ...plain } = body
  try {
    await sql
      .updateTable('site_section')
      // A body may leave out everything, and the statement must set something.
      .set({ ...plain, condition, default_site_space: defaultSiteSpace, id })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (violates(error, 'site_section_path'))
      throw conflict('Another section of the site has this path: choose another.')
    throw error
  }
}

/**
 * Adds a section with one space, after all others. The first section of a site gets another one before it, for the
 * spaces that the site already has.
 */
async function addSectionToSite(context: Add) {
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
