import type { CustomizationInput, customizationOperations } from '@quire/contracts'
import { type Input, prepared } from '@quire/kit'
import { requireCondition } from '../../audience/require-condition.ts'
import type { SitesContext } from '../../context.ts'
import { lockSite } from '../../model/sites.state.ts'
import { changedSettings, effectiveSettings } from '../../view/effective-settings.ts'
import { withPageActions } from '../../view/page-actions.ts'
import { siteSpaceOn, visibleSiteSpace } from '../../view/site-view.ts'
import { presentSiteSpaceSettings, storedSiteSettings, storedSiteSpaceSettings } from '../../view/stored-settings.ts'
import { requireResources } from './linked-resources.ts'
import { requireSpaces } from './linked-spaces.ts'
import { storeSiteSettings, storeSiteSpaceSettings } from './store-settings.ts'

type Update = SitesContext & Input<typeof customizationOperations.updateSiteCustomizationById>
type Override = SitesContext & Input<typeof customizationOperations.overrideSiteSpaceCustomizationById>

/** The links are checked with content outside the transaction. Access to spaces is checked again under the lock. */
export const updateSiteCustomizationById = prepared(
  async (context: Update) => {
    const { sql, params, body } = context
    await requireLinks(context, { body, stored: await storedSiteSettings(sql, params.siteId) })
  },
  async (context) => {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const before = await storedSiteSettings(sql, site.id)
    await requireSpaces(context, body, before ?? {})
    const stored = changedSettings({}, withPageActions(withConditions(body), effectiveSettings(before)))
    await storeSiteSettings(sql, site.id, stored)
    return effectiveSettings(stored)
  },
)

export const overrideSiteSpaceCustomizationById = prepared(
  async (context: Override) => {
    const { sql, params, body } = context
    const { id, space_id: ownSpace } = await siteSpaceOn(context, params.siteId, params.siteSpaceId)
    await requireLinks(context, { body, stored: await storedSiteSpaceSettings(sql, id), ownSpace })
  },
  async (context) => {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const { row: siteSpace } = await visibleSiteSpace(context, site, params.siteSpaceId)
    const before = (await storedSiteSpaceSettings(sql, siteSpace.id)) ?? {}
    await requireSpaces(context, body, before)
    await storeSiteSpaceSettings(sql, siteSpace.id, changedSettings(before, withConditions(body)))
    return presentSiteSpaceSettings(sql, siteSpace)
  },
)

interface Links {
  body: CustomizationInput
  stored: CustomizationInput | undefined
  ownSpace?: string
}

/** Checks that linked resources exist; of spaces that the caller may not read nothing is revealed. */
async function requireLinks(context: SitesContext, { stored = {}, ...links }: Links): Promise<void> {
  await requireSpaces(context, links.body, stored)
  await requireResources(context, { ...links, stored })
}

/**
 * Returns the settings without empty conditions on header links; throws 400, naming the field, for an invalid
 * condition.
 */
function withConditions<Settings extends Pick<CustomizationInput, 'header'>>(settings: Settings): Settings {
  const { header } = settings
  if (!header?.links) return settings
  const links = header.links.map(({ condition: text, ...link }, at) => {
    const condition = requireCondition(`body.header.links.${at}.condition`, text)
    return condition ? { ...link, condition } : link
  })
  return { ...settings, header: { ...header, links } }
}
