import type { CustomizationInput, customizationOperations } from '@quire/contracts'
import { type Input, prepared } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import { siteSpaceOn, visibleSiteSpace } from '../site-spaces/view.ts'
import { lockSite } from '../states/sites.state.ts'
import { withConditions } from './header-conditions.ts'
import { keepOfSite, keepOfSiteSpace, keptOfSite, keptOfSiteSpace } from './kept.ts'
import { requireResources } from './linked-resources.ts'
import { requireSpaces } from './linked-spaces.ts'
import { withPageActions } from './page-actions.ts'
import { changedSettings, effectiveSettings } from './settings.ts'
import { showOfSiteSpace } from './show.ts'

type Update = SitesContext & Input<typeof customizationOperations.updateSiteCustomizationById>
type Override = SitesContext & Input<typeof customizationOperations.overrideSiteSpaceCustomizationById>

/** Nobody waits for content while it is asked about the links. Who may read a space is decided again under the lock. */
export const updateSiteCustomizationById = prepared(
  async (context: Update) => {
    const { sql, params, body } = context
    await requireLinks(context, { body, kept: await keptOfSite(sql, params.siteId) })
  },
  async (context) => {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const before = await keptOfSite(sql, site.id)
    await requireSpaces(context, body, before ?? {})
    const kept = changedSettings({}, withPageActions(withConditions(body), effectiveSettings(before)))
    await keepOfSite(sql, site.id, kept)
    return effectiveSettings(kept)
  },
)

export const overrideSiteSpaceCustomizationById = prepared(
  async (context: Override) => {
    const { sql, params, body } = context
    const { id, space_id: ownSpace } = await siteSpaceOn(context, params.siteId, params.siteSpaceId)
    await requireLinks(context, { body, kept: await keptOfSiteSpace(sql, id), ownSpace })
  },
  async (context) => {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const { row: siteSpace } = await visibleSiteSpace(context, site, params.siteSpaceId)
    const before = (await keptOfSiteSpace(sql, siteSpace.id)) ?? {}
    await requireSpaces(context, body, before)
    await keepOfSiteSpace(sql, siteSpace.id, changedSettings(before, withConditions(body)))
    return showOfSiteSpace(sql, siteSpace)
  },
)

interface Links {
  body: CustomizationInput
  kept: CustomizationInput | undefined
  ownSpace?: string
}

/** Whether a page is there is told of spaces only that the caller may read. */
async function requireLinks(context: SitesContext, { kept = {}, ...links }: Links): Promise<void> {
  await requireSpaces(context, links.body, kept)
  await requireResources(context, { ...links, kept })
}
