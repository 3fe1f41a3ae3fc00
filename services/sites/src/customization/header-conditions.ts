import type { CustomizationInput } from '@quire/contracts'
import { requireCondition } from '../conditions/require.ts'

/** The settings without empty conditions on links of the header; one that is no condition is 400, naming its place. */
export function withConditions<Settings extends Pick<CustomizationInput, 'header'>>(settings: Settings): Settings {
  const { header } = settings
  if (!header?.links) return settings
  const links = header.links.map(({ condition: text, ...link }, at) => {
    const condition = requireCondition(`body.header.links.${at}.condition`, text)
    return condition ? { ...link, condition } : link
  })
  return { ...settings, header: { ...header, links } }
}
