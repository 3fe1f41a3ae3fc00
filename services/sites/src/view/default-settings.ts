import type { SiteCustomizationSettings } from '@quire/contracts'

/**
 * The settings of a site that nobody has customized. They are complete, so that a renderer needs no defaults of its
 * own. Nothing in them sends a visitor to a third party or stores something about the visitor
 * (docs/interface.md#customization). The colours have a contrast of 4.5 or more on white (`light`) and on black
 * (`dark`).
 */
export const defaultSettings: SiteCustomizationSettings = {
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
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: false },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true, mcp: false },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: false },
}
