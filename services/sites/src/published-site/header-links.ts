import { holds, type Value } from '@quire/conditions'
import type { SiteCustomizationSettings } from '@quire/contracts'
import type { SitesContext } from '../context.ts'

/** Leaves a visitor those links of the header whose conditions hold for them, and keeps the conditions from them. */
export function linksFor({ access, caller }: Pick<SitesContext, 'access' | 'caller'>) {
  if (!access.opened) return (settings: SiteCustomizationSettings) => settings
  const claims = (caller.visit?.claims ?? {}) as Value
  return (settings: SiteCustomizationSettings): SiteCustomizationSettings => {
    const links = settings.header.links.flatMap(({ condition, ...link }) =>
      condition === undefined || holds(condition, { visitor: { claims } }) ? [link] : [],
    )
    return { ...settings, header: { ...settings.header, links } }
  }
}
