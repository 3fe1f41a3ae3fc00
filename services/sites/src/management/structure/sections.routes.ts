import { sectionOperations } from '@quire/contracts'
import { absent, countOf, deleted, type Input, keysetPage, listOf } from '@quire/kit'
import { implement, type SitesContext } from '../../context.ts'
import { assignAddresses } from '../../model/assign-addresses.ts'
import { findSite, lockSite, removeOnSite } from '../../model/sites.state.ts'
import { presentSectionById, sectionPresenter, visibleSections } from '../../view/sections.present.ts'
import { viewSite } from '../../view/site-view.ts'
import { addSectionToSite } from './add-section.ts'
import { moveSiteItem } from './move-site-item.ts'
import { removeSiteSpaces } from './site-spaces.rules.ts'
import { updateSiteSectionById } from './update-section.ts'

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
