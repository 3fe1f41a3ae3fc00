import { requireCondition } from '@quire/access'
import type { CustomizationInput } from '@quire/contracts'
import { changedSettings, effectiveSettings } from './effective-settings.ts'
import { withPageActions } from './page-actions.ts'

/**
 * Returns what is stored of settings that a request gives a site in place of `before`. Throws 400, naming the field below
 * `at`, for an invalid condition.
 */
export const settingsToStore = (
  at: string,
  settings: CustomizationInput,
  before: CustomizationInput | undefined,
): CustomizationInput => changedSettings({}, withPageActions(withConditions(at, settings), effectiveSettings(before)))

/**
 * Returns the settings without empty conditions on header links; throws 400, naming the field below `at`, for an invalid
 * condition.
 */
export function withConditions<Settings extends Pick<CustomizationInput, 'header'>>(
  at: string,
  settings: Settings,
): Settings {
  const { header } = settings
  if (!header?.links) return settings
  const links = header.links.map(({ condition: text, ...link }, index) => {
    const condition = requireCondition(`${at}.header.links.${index}.condition`, text)
    return condition ? { ...link, condition } : link
  })
  return { ...settings, header: { ...header, links } }
}
