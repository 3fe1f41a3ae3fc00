import { customizationOperations } from '@quire/contracts'
import { absent, deleted } from '@quire/kit'
import { implementWith } from '../../context.ts'
import { lockSite } from '../../model/sites.state.ts'
import { effectiveSettings } from '../../view/effective-settings.ts'
import { siteSpaceOn, visibleSiteSpace } from '../../view/site-view.ts'
import { presentSiteSpaceSettings, storedSiteSettings } from '../../view/stored-settings.ts'
import { putSiteFile, type UploadNeeds } from './put-site-file.ts'
import {
  deleteSiteSpaceSettings,
  overrideSiteSpaceCustomizationById,
  updateSiteCustomizationById,
} from './update-settings.ts'

export const customizationRoutes = implementWith<UploadNeeds>()(customizationOperations, {
  getSiteCustomizationById: async ({ sql, params }) => effectiveSettings(await storedSiteSettings(sql, params.siteId)),
  updateSiteCustomizationById,

  async getSiteSpaceCustomizationById(context) {
    const { sql, params } = context
    return presentSiteSpaceSettings(sql, await siteSpaceOn(context, params.siteId, params.siteSpaceId))
  },
  overrideSiteSpaceCustomizationById,

  async deleteSiteSpaceCustomizationById(context) {
    const { sql, params } = context
    const site = await lockSite(sql, params.siteId)
    const { row } = await visibleSiteSpace(context, site, params.siteSpaceId)
    return (await deleteSiteSpaceSettings(sql, row.id)) ? deleted() : absent()
  },
  putSiteFile,
})
