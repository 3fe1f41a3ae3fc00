import type { SiteCustomizationSettings } from '@quire/contracts'
import { shownActions } from './page-actions.ts'

type Settings = Omit<SiteCustomizationSettings, 'socialAccounts'>

const codeTheme = { light: 'default-light', dark: 'default-dark' } as const

/**
 * The settings with what renderers of the later published description cannot do without: there is one theme for code,
 * there are no accounts, and the list of actions is there whether somebody ordered it or not.
 */
export const withLaterKeys = (settings: Settings): SiteCustomizationSettings => ({
  ...settings,
  styling: { ...settings.styling, codeTheme: { default: codeTheme, openapi: codeTheme } },
  pageActions: { ...settings.pageActions, items: shownActions(settings) },
  socialAccounts: [],
})
