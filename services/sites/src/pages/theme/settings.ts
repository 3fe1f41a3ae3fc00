/** A colour, `#rrggbb`, for each theme. */
interface Themed {
  light: string
  dark: string
}

export interface LinkTarget {
  kind: string
  [field: string]: unknown
}

interface SiteLink {
  title: string
  to: LinkTarget
}

/** What of a site's customization the pages show. */
export interface SiteCustomization {
  title?: string | undefined
  styling: {
    theme: 'clean' | 'muted' | 'bold' | 'gradient'
    primaryColor: Themed
    tint?: { color: Themed } | undefined
    infoColor: Themed
    successColor: Themed
    warningColor: Themed
    dangerColor: Themed
    corners: 'straight' | 'rounded' | 'circular'
    depth: 'subtle' | 'flat'
    links: 'default' | 'accent'
    font: string | { fontFamily: string }
    monospaceFont: string | { fontFamily: string }
    sidebar: { background: 'default' | 'filled'; list: 'default' | 'pill' | 'line' }
    search: 'prominent' | 'subtle'
  }
  internationalization: { locale: string }
  favicon: { icon?: Themed | undefined; emoji?: string | undefined }
  header: {
    preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none'
    logo?: Themed | undefined
    backgroundColor?: Themed | undefined
    linkColor?: Themed | undefined
    links: {
      title: string
      style?: 'link' | 'button-primary' | 'button-secondary' | undefined
      to: LinkTarget | null
      links: SiteLink[]
      condition?: string | undefined
    }[]
  }
  footer: {
    logo?: Themed | undefined
    groups: { title: string; links: SiteLink[] }[]
    copyright?: string | undefined
  }
  announcement?:
    | {
        enabled: boolean
        message: string
        link?: SiteLink | undefined
        style: 'info' | 'warning' | 'danger' | 'success'
      }
    | undefined
  themes: { default: 'light' | 'dark'; toggeable: boolean }
  pageActions: { externalAI: boolean; markdown: boolean; mcp: boolean }
  externalLinks: { target: string }
  pagination: { enabled: boolean }
  trademark: { enabled: boolean }
  privacyPolicy: { url?: string | undefined }
  socialPreview: { url?: string | undefined }
}
