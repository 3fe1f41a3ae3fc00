import { type CustomizationInput, customizationGroups, type SiteCustomizationSettings } from '@quire/contracts'
import { visibleActions } from './page-actions.ts'

/**
 * The settings of a site that nobody has customized. They are complete, so that a renderer needs no defaults of its
 * own. Nothing in them sends a visitor to a third party, or stores something in the browser or of a person
 * (docs/interface.md#customization). The colours have a contrast of 4.5 or more on white (`light`) and on black
 * (`dark`).
 */
const defaultSettings: SiteCustomizationSettings = {
  favicon: {},
  styling: {
    theme: 'clean',
    primaryColor: { light: '#1f5fd0', dark: '#7cabff' },
    infoColor: { light: '#3b6ea5', dark: '#8bb8e8' },
    successColor: { light: '#1a7f37', dark: '#57c878' },
    warningColor: { light: '#8a6100', dark: '#e2b341' },
    dangerColor: { light: '#c62828', dark: '#ff8a80' },
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    codeTheme: {
      default: { light: 'default-light', dark: 'default-dark' },
      openapi: { light: 'default-light', dark: 'default-dark' },
    },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: false },
  feedback: { enabled: false },
  ai: { mode: 'search' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  metadata: { showAuthor: false },
  pageActions: { externalAI: false, markdown: true, mcp: false },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { enabled: true, trackingCookie: false },
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the effective settings of a site, or of a space on it: for each key the space's own value, else the site's,
 * else the default. `site` and `siteSpace` are the stored settings of either; undefined if there are none.
 */
export function effectiveSettings(
  site: CustomizationInput | undefined,
  siteSpace?: CustomizationInput | undefined,
): SiteCustomizationSettings {
  const layers = [site ?? {}, siteSpace ?? {}]
  return withLaterKeys(layers.reduce<Fields>(changed, { ...defaultSettings }) as SiteCustomizationSettings)
}

/** Applies a request to stored settings: a value sets, null resets, an absent key stays. */
export const changedSettings = (stored: CustomizationInput, change: CustomizationInput): CustomizationInput =>
  changed(stored, change)

/** Changes groups of settings key by key, all other values as a whole. A group without keys is removed. */
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

type Settings = Omit<SiteCustomizationSettings, 'socialAccounts'>

/**
 * Adds the keys that renderers of the later published description require: no social accounts, and a list of actions
 * even if nobody has ordered it.
 */
const withLaterKeys = (settings: Settings): SiteCustomizationSettings => ({
  ...settings,
  pageActions: { ...settings.pageActions, items: visibleActions(settings) },
  socialAccounts: [],
})
