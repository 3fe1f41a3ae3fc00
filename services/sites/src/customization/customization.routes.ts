import { customizationOperations } from '@quire/contracts'
import { absent, deleted } from '@quire/kit'
import { implement } from '../context.ts'
import { siteSpaceOn, visibleSiteSpace } from '../site-spaces/view.ts'
import { lockSite } from '../states/sites.state.ts'
import { overrideSiteSpaceCustomizationById, updateSiteCustomizationById } from './change.ts'
import { forgetOfSiteSpace, keptOfSite } from './kept.ts'
import { effectiveSettings } from './settings.ts'
import { showOfSiteSpace } from './show.ts'

export const customizationRoutes = implement(customizationOperations, {
  getSiteCustomizationById: async ({ sql, params }) => effectiveSettings(await keptOfSite(sql, params.siteId)),
  updateSiteCustomizationById,

  async getSiteSpaceCustomizationById(context) {
    const { sql, params } = context
    return showOfSiteSpace(sql, await siteSpaceOn(context, params.siteId, params.siteSpaceId))
  },
  overrideSiteSpaceCustomizationById,

  async deleteSiteSpaceCustomizationById(context) {
    const { sql, params } = context
    const site = await lockSite(sql, params.siteId)
    const { row } = await visibleSiteSpace(context, site, params.siteSpaceId)
    return (await forgetOfSiteSpace(sql, row.id)) ? deleted() : absent()
  },
})
