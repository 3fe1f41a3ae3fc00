import { sectionOperations } from '@quire/contracts'
import { absent, deleted } from '@quire/kit'
import { implement } from '../context.ts'
import { settle } from '../places/settle.ts'
import { moveSiteItem } from '../site-spaces/move.ts'
import { removeSiteSpaces } from '../site-spaces/site-spaces.rules.ts'
import { removeOnSite } from '../states/remove-on-site.ts'
import { lockSite } from '../states/sites.state.ts'
import { addSectionToSite } from './add.ts'
import { listSiteSections } from './sections.list.ts'
import { showSection } from './sections.present.ts'
import { updateSiteSectionById } from './update.ts'

export const sectionRoutes = implement(sectionOperations, {
  listSiteSections,
  addSectionToSite,
  updateSiteSectionById,

  /** Its spaces leave the site with it. */
  async deleteSiteSectionById(context) {
    const { sql, params } = context
    const site = await lockSite(sql, params.siteId)
    await removeSiteSpaces(context, site.id, { section_id: params.siteSectionId })
    const gone = await removeOnSite(sql, 'site_section', { siteId: site.id, id: params.siteSectionId })
    if (!gone) return absent()
    await settle(context, site.id)
    return deleted()
  },

  async moveSiteSection(context) {
    const { params, body } = context
    const pointer = { kind: 'site-section' as const, id: params.siteSectionId }
    const site = await moveSiteItem(context, pointer, body.position)
    return showSection(context, site, params.siteSectionId)
  },
})
