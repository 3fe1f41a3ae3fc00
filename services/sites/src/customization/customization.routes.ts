import { customizationOperations } from '@quire/contracts'
import { absent, deleted } from '@quire/kit'
import { implement, type SitesContext } from '../context.ts'
import { visibleSiteSpace } from '../site-spaces/site-spaces.present.ts'
import { lockSite } from '../states/sites.state.ts'
import { withConditions } from './header-conditions.ts'
import { forgetOfSiteSpace, keepOfSite, keepOfSiteSpace, keptOfSite, keptOfSiteSpace } from './kept.ts'
import { requireTargets } from './link-targets.ts'
import { changedSettings, effectiveSettings } from './settings.ts'

export const customizationRoutes = implement(customizationOperations, {
  getSiteCustomizationById: async ({ sql, params }) => effectiveSettings(await keptOfSite(sql, params.siteId)),

  async updateSiteCustomizationById(context) {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    await requireTargets(context, body, (await keptOfSite(sql, site.id)) ?? {})
    const kept = changedSettings({}, withConditions(body))
    await keepOfSite(sql, site.id, kept)
    return effectiveSettings(kept)
  },

  async getSiteSpaceCustomizationById(context) {
    const { params } = context
    return shown(context, await visibleSiteSpace(context, params.siteId, params.siteSpaceId))
  },

  async overrideSiteSpaceCustomizationById(context) {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const siteSpace = await visibleSiteSpace(context, site.id, params.siteSpaceId)
    const before = (await keptOfSiteSpace(sql, siteSpace.id)) ?? {}
    await requireTargets(context, body, before)
    await keepOfSiteSpace(sql, siteSpace.id, changedSettings(before, withConditions(body)))
    return shown(context, siteSpace)
  },

  async deleteSiteSpaceCustomizationById(context) {
    const { sql, params } = context
    const site = await lockSite(sql, params.siteId)
    const siteSpace = await visibleSiteSpace(context, site.id, params.siteSpaceId)
    return (await forgetOfSiteSpace(sql, siteSpace.id)) ? deleted() : absent()
  },
})

/** What is in force on a site space, and whether it has any settings of its own. */
async function shown({ sql }: SitesContext, { id, site_id }: { id: string; site_id: string }) {
  const own = await keptOfSiteSpace(sql, id)
  return { ...effectiveSettings(await keptOfSite(sql, site_id), own), hasOverrides: own !== undefined }
}
