import type { SiteCustomization } from './settings.ts'

const both = (light: string, dark = light) => ({ light, dark })

/** How a site looks that nobody customized. */
export const defaultSettings: SiteCustomization = {
  styling: {
    theme: 'clean',
    primaryColor: both('#4f46e5', '#818cf8'),
    infoColor: both('#2563eb', '#60a5fa'),
    successColor: both('#15803d', '#4ade80'),
    warningColor: both('#b45309', '#fbbf24'),
    dangerColor: both('#dc2626', '#f87171'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pageActions: { externalAI: true, markdown: true, mcp: true },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
}
