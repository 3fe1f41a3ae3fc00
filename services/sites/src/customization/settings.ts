import { type CustomizationInput, customizationGroups, type SiteCustomizationSettings } from '@quire/contracts'
import { defaultSettings } from './defaults.ts'
import { withLaterKeys } from './later-keys.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The settings of a site, or of a space on it, as they are shown: for each key the space's own value, else the site's,
 * else the default. `site` and `siteSpace` are what is kept of either; undefined where nothing is.
 */
export function effectiveSettings(
  site: CustomizationInput | undefined,
  siteSpace?: CustomizationInput | undefined,
): SiteCustomizationSettings {
  const kept = [site ?? {}, siteSpace ?? {}]
  return withLaterKeys(kept.reduce<Fields>(changed, { ...defaultSettings }) as SiteCustomizationSettings)
}

/** The settings to keep, after a request: a value sets, null resets, what is absent stays. */
export const changedSettings = (kept: CustomizationInput, change: CustomizationInput): CustomizationInput =>
  changed(kept, change)

/** Groups of settings are changed key by key, every other value as a whole. No group stays empty for want of keys. */
function changed(fields: Fields, change: Fields): Fields {
  const result: Record<string, unknown> = { ...fields }
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue
    const next = isGroup(key, value) ? changed(groupIn(fields, key), value) : value
    const isReset = next === null || (next !== value && Object.keys(Object(next)).length === 0)
    if (isReset) delete result[key]
    else result[key] = next
  }
  return result
}

const isGroup = (key: string, value: unknown): value is Fields => customizationGroups.has(key) && value !== null
const groupIn = (fields: Fields, key: string) => (fields[key] ?? {}) as Fields
