import type { SiteCustomizationSettings } from '@quire/contracts'

type Settings = Omit<SiteCustomizationSettings, 'socialAccounts'>

const codeTheme = { light: 'default-light', dark: 'default-dark' } as const

/**
 * The settings with what renderers of the later published description cannot do without. None of it is set by anybody:
 * there is one theme for code, there are no accounts, and `items` says what other settings say.
 */
export const withLaterKeys = (settings: Settings): SiteCustomizationSettings => ({
  ...settings,
  styling: { ...settings.styling, codeTheme: { default: codeTheme, openapi: codeTheme } },
  pageActions: { ...settings.pageActions, items: pageActions(settings) },
  socialAccounts: [],
})

function pageActions({ ai, pageActions: { externalAI, markdown, mcp }, git, pdf }: Settings) {
  return [
    ...(ai.mode === 'assistant' ? ['assistant' as const] : []),
    ...(externalAI ? ['external-ai' as const] : []),
    ...(markdown ? ['markdown' as const] : []),
    ...(mcp ? ['mcp' as const] : []),
    ...(git.showEditLink ? ['git' as const] : []),
    ...(pdf.enabled ? ['pdf' as const] : []),
  ]
}
