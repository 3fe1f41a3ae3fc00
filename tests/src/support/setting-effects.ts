/** The effect of a setting on a page. */
interface SettingEffect {
  /** The value to set, for a setting of any value. */
  value?: unknown
  /** Settings without which this one has no place. */
  beside?: Record<string, unknown>
  /** A part of the page that is there with the value; for a switch, with `true` alone. */
  seen: string | ((value: string) => string)
  /** True if the value removes the part of the page. */
  isRemoved?: boolean
}

const [light, dark] = ['#112233', '#ddeeff']
const url = (name: string) => `https://pictures.example.com/${name}.png`
const link = { kind: 'url', url: 'https://example.com/there' }

/** The class that the style sheet has rules for; the default value needs none. */
const classOf = (name: string) => (value: string) => `${name}-${value}`

const otherColours = { light: '#223344', dark: '#ccddee' }
const colour = (setting: string, property: string, beside: Record<string, unknown> = {}) => ({
  [`${setting}.light`]: {
    value: light,
    beside: { ...beside, [setting]: otherColours },
    seen: `--${property}:${light}`,
  },
  [`${setting}.dark`]: {
    value: dark,
    beside: { ...beside, [setting]: otherColours },
    seen: `--${property}:${dark}`,
  },
})

const pictures = (setting: string, seen: (address: string) => string) => {
  const beside = { [setting]: { light: url('other'), dark: url('other') } }
  return {
    [`${setting}.light`]: { value: url('light'), beside, seen: seen(url('light')) },
    [`${setting}.dark`]: { value: url('dark'), beside, seen: seen(url('dark')) },
  }
}

/** Any colour of each theme, which no other theme has. */
const codeColours: Record<string, string> = {
  'default-light': '#7c2bd6',
  'default-dark': '#c9b0ff',
  'monochrome-light': '#222222',
  'monochrome-dark': '#e8e8e8',
  'github-light': '#cf222e',
  'github-dark': '#ff7b72',
  'solarized-light': '#fdf6e3',
  'solarized-dark': '#002b36',
  'one-light': '#a626a4',
  'one-dark-pro': '#c678dd',
  dracula: '#ff79c6',
  monokai: '#272822',
  nord: '#2e3440',
}
/** Another theme beside it, since nothing is written for the default. */
const code = (kind: 'default' | 'openapi', mode: 'light' | 'dark') => ({
  [`styling.codeTheme.${kind}.${mode}`]: {
    beside: {
      'styling.codeTheme.default': { light: 'nord', dark: 'nord' },
      'styling.codeTheme.openapi': { light: 'nord', dark: 'nord' },
    },
    seen: (value: string) =>
      value.startsWith('solarized') || value === 'monokai' || value === 'nord'
        ? `--${kind === 'default' ? '' : 'api-'}code-ground:${codeColours[value]}`
        : `--${kind === 'default' ? '' : 'api-'}code-keyword:${codeColours[value]}`,
  },
})

const families: Record<string, string> = {
  RobotoSlab: 'Roboto Slab Variable',
  OpenSans: 'Open Sans Variable',
  SourceSansPro: 'Source Sans 3 Variable',
  NotoSans: 'Noto Sans Variable',
  IBMPlexSerif: 'IBM Plex Serif',
  FiraSans: 'Fira Sans',
  FiraCode: 'Fira Code Variable',
  IBMPlexMono: 'IBM Plex Mono',
  JetBrainsMono: 'JetBrains Mono Variable',
  SourceCodePro: 'Source Code Pro Variable',
  RobotoMono: 'Roboto Mono Variable',
  SpaceMono: 'Space Mono',
  DMMono: 'DM Mono',
}
const fixed = new Set(['Lato', 'Ubuntu', 'Poppins'])
const font = (property: string) => (name: string) =>
  `--${property}:'${families[name] ?? (fixed.has(name) ? name : `${name} Variable`)}'`

const otherLink = { kind: 'url', url: 'https://example.com/other' }
const announcement = { message: 'News for all', link: { title: 'More of it', to: link } }
const item = { title: 'Elsewhere', to: link }
const menu = { title: 'Menu', links: [{ title: 'Inside', to: link }] }
const group = { title: 'Around', links: [{ title: 'Near', to: link }] }

const shown = '<a href="https://example.com/other"'
const actions: Record<string, string> = {
  assistant: 'data-action="search"',
  'external-ai': 'Open in ',
  markdown: 'data-copy-page=',
  mcp: 'data-copy-text=',
  pdf: 'data-print=',
}

/** The effects of all settings of a site, by their paths in the contract. */
export const settingEffects: Record<string, SettingEffect> = {
  title: { value: 'Its name', seen: '<title>Start | Its name</title>' },
  ...pictures('favicon.icon', (address) => `<link rel="icon" href="${address}"`),
  'favicon.emoji': { value: '1f600', seen: encodeURIComponent('😀') },
  'announcement.enabled': { beside: { announcement }, seen: 'News for all' },
  'announcement.message': { value: 'Others', beside: { announcement }, seen: '<p>Others' },
  'announcement.link.title': { value: 'Read', beside: { announcement }, seen: '>Read</a>' },
  'announcement.link.to': { value: otherLink, beside: { announcement }, seen: `${shown}>More of it` },
  'announcement.style': { beside: { announcement }, seen: (value) => `class="announcement ${value}"` },
  'styling.theme': { seen: classOf('theme') },
  ...colour('styling.primaryColor', 'primary'),
  ...colour('styling.infoColor', 'info'),
  ...colour('styling.successColor', 'success'),
  ...colour('styling.warningColor', 'warning'),
  ...colour('styling.dangerColor', 'danger'),
  'styling.corners': { seen: (value) => `--radius:${{ straight: '0', rounded: '0.5rem', circular: '1rem' }[value]}` },
  'styling.depth': { seen: classOf('depth') },
  'styling.links': { seen: classOf('links') },
  'styling.background': { seen: (value) => `light;--page:${value === 'plain' ? '#ffffff' : '#f9fbff'}` },
  'styling.icons': { seen: (value) => (value === 'solid' ? 'M224 0c-17.7 0' : 'M224 0c-13.3 0') },
  'styling.search': { seen: classOf('search') },
  'styling.tint.color.light': {
    value: '#cc0000',
    beside: { 'styling.tint.color': otherColours },
    seen: '--subtle:#fff5f4',
  },
  'styling.tint.color.dark': {
    value: '#00cc00',
    beside: { 'styling.tint.color': otherColours },
    seen: 'color-scheme:dark;--page:#0e150d',
  },
  'styling.sidebar.background': { seen: classOf('sidebar') },
  'styling.sidebar.list': { seen: classOf('list') },
  ...code('default', 'light'),
  ...code('default', 'dark'),
  ...code('openapi', 'light'),
  ...code('openapi', 'dark'),
  'styling.font': { seen: font('font') },
  'styling.monospaceFont': { seen: font('mono') },
  'internationalization.locale': {
    seen: (value) =>
      ({ en: 'Skip to content', fr: 'Aller au contenu', es: 'Ir al contenido' })[value] ?? `lang="${value}`,
  },
  'header.preset': { seen: (value) => (value === 'none' ? 'header-none' : `header-${value}`) },
  'header.links[].title': { value: 'Outside', beside: { 'header.links': [item] }, seen: '>Outside</a>' },
  'header.links[].style': { beside: { 'header.links': [item] }, seen: (value) => `class="${value}" href=` },
  'header.links[].to': {
    value: otherLink,
    beside: { 'header.links': [item] },
    seen: 'href="https://example.com/other"',
  },
  'header.links[].links[].title': { value: 'Within', beside: { 'header.links': [menu] }, seen: '>Within</a>' },
  'header.links[].links[].to': { value: otherLink, beside: { 'header.links': [menu] }, seen: `${shown}>Inside` },
  ...pictures('header.logo', (address) => `src="${address}" alt="" height="32"`),
  ...colour('header.backgroundColor', 'bar', { 'header.preset': 'custom' }),
  ...colour('header.linkColor', 'bar-text', {
    'header.preset': 'custom',
    'header.backgroundColor': { light: '#ffffff', dark: '#000000' },
  }),
  'footer.groups[].title': { value: 'Beyond', beside: { 'footer.groups': [group] }, seen: '<h2>Beyond</h2>' },
  'footer.groups[].links[].title': { value: 'Far', beside: { 'footer.groups': [group] }, seen: '>Far</a>' },
  'footer.groups[].links[].to': { value: otherLink, beside: { 'footer.groups': [group] }, seen: `${shown}>Near` },
  ...pictures('footer.logo', (address) => `src="${address}" alt="" height="24"`),
  'footer.copyright': { value: 'All of it ours', seen: '<span>All of it ours</span>' },
  'themes.default': {
    beside: { 'themes.toggeable': false },
    seen: (value) => (value === 'dark' ? 'data-theme="dark"' : '<html lang'),
  },
  'themes.toggeable': { seen: 'data-theme-switch' },
  'pdf.enabled': { seen: 'data-print=' },
  'externalLinks.target': {
    seen: (value) => (value === 'blank' ? 'target="_blank"' : 'href="https://example.com/outside"'),
  },
  'externalLinks.pictureHosts[]': {
    value: 'images.example.com',
    beside: { 'externalLinks.pictureHosts': ['other.example.com'] },
    seen: 'src="https://images.example.com/chart.png"',
  },
  'git.showEditLink': { seen: 'href="https://github.com/team/docs/edit/main/start.md">Edit on GitHub</a>' },
  'metadata.showAuthor': { seen: ' by Ada</p>' },
  'pagination.enabled': { seen: 'class="pagination"' },
  'trademark.enabled': { seen: '<span>Quire</span>' },
  'privacyPolicy.url': { value: url('privacy'), seen: `href="${url('privacy')}"` },
  'socialPreview.url': { value: url('card'), seen: `property="og:image" content="${url('card')}"` },
  'ai.mode': {
    seen: (value) => ({ assistant: 'data-action="search"', search: 'data-ask=' })[value] ?? '<form class="search',
  },
  'pageActions.externalAI': { seen: actions['external-ai'] ?? '' },
  'pageActions.markdown': { seen: actions.markdown ?? '' },
  'pageActions.mcp': { seen: actions.mcp ?? '' },
  'pageActions.items[]': { beside: { 'ai.mode': 'assistant' }, seen: (value) => actions[value] ?? '' },
  'feedback.enabled': { seen: 'class="feedback"' },
  'insights.enabled': { seen: 'data-reports="everything"' },
  'header.links[].condition': {
    value: 'false',
    isRemoved: true,
    beside: { 'header.links': [item] },
    seen: 'href="https://example.com/there"',
  },
}

/** Values that are refused, by the paths of their settings. */
export const refusedValues: Record<string, unknown> = {
  localizedTitle: { de: 'Titel' },
  socialAccounts: [{ platform: 'x', handle: 'quire' }],
  'styling.headingFont': 'Lato',
  'styling.icons': 'duotone',
  'styling.font': 'ABCFavorit',
  'styling.monospaceFont': 'Courier',
  'styling.codeTheme.default.light': 'houston',
  'internationalization.locale': 'ru',
  'header.primaryLink': { kind: 'url', url: 'https://example.com/' },
  'ai.integrationId': 'assistant',
  'ai.greeting': 'Hello',
  'ai.localizedGreeting': { de: 'Hallo' },
  'ai.suggestions': ['Why?'],
  'ai.instructions': 'Be brief.',
  'advancedCustomization.enabled': false,
  'pageActions.items.0': 'git',
  'insights.trackingCookie': true,
}
