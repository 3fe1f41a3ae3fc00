import { requireCondition, revealsMore } from '@quire/access'
import { sectionOperations } from '@quire/contracts'
import {
  absent,
  conflict,
  countOf,
  created,
  deleted,
  type Input,
  keysetPage,
  listOf,
  notFound,
  violates,
} from '@quire/kit'
import { implement, type SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { assignAddresses } from '../../model/assign-addresses.ts'
import { positionOf } from '../../model/site-levels.ts'
import { findSite, lockSite, removeOnSite } from '../../model/sites.state.ts'
import { presentSectionById, sectionPresenter, visibleSections } from '../../view/sections.present.ts'
import { viewSite } from '../../view/site-view.ts'
import { moveSiteItem } from './move-site-item.ts'
import { requireCreateOnSpaces } from './require-create.ts'
import { insertSection, moveSpacesIntoSection } from './sections.rules.ts'
import {
  addSiteSpaces,
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
