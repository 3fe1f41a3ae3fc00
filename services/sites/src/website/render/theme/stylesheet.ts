import type { ShippedFont, SiteCustomizationSettings } from '@quire/contracts'
import { LRUCache } from 'lru-cache'
import { codeStyles } from './code-themes.ts'
import { shippedFonts } from './fonts.ts'
import { paletteOf } from './palette.ts'

const system = {
  sans: "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
  serif: "ui-serif, Georgia, Cambria, 'Noto Serif', 'Times New Roman', serif",
  mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
}
const radii = { straight: '0', rounded: '0.5rem', circular: '1rem' }

/** Computing the colours takes as long as the rest of a page, and many pages share few themes. */
const maxStyleBytes = 2 * 1024 ** 2
const cache = new LRUCache<string, string>({
  maxSize: maxStyleBytes,
  sizeCalculation: (styles, name) => 200 + styles.length + name.length,
})

/** Returns the custom properties of a site, for both themes: the only styles that differ between sites. */
export function themeStyles(settings: SiteCustomizationSettings): string {
  const { styling, themes, header } = settings
  const name = JSON.stringify([styling, themes, header.preset, header.backgroundColor, header.linkColor])
  const before = cache.get(name)
  if (before !== undefined) return before
  const styles = stylesOf(settings)
  cache.set(name, styles)
  return styles
}

function stylesOf(settings: SiteCustomizationSettings): string {
  const { styling, themes } = settings
  const code = codeStyles(styling.codeTheme)
  const [light, dark] = [
    declarations({ ...paletteOf(settings, 'light'), ...code.light }),
    declarations({ ...paletteOf(settings, 'dark'), ...code.dark }),
  ]
  const shared = [
    `--font:${familyOf(styling.font)}`,
    `--mono:${familyOf(styling.monospaceFont)}`,
    `--radius:${radii[styling.corners]}`,
  ].join(';')
  const [lights, darks] = [`color-scheme:light;${light}`, `color-scheme:dark;${dark}`]
  // Print is always light.
  const all = `:root{${shared};${lights}}${code.rules}`
  if (!themes.toggeable) return themes.default === 'dark' ? `${all}@media screen{:root{${darks}}}` : all
  // Visitors who have not chosen a theme get the one of their system.
  return `${all}@media screen{:root[data-theme=dark]{${darks}}}@media screen and (prefers-color-scheme:dark){:root:not([data-theme]){${darks}}}`
}

const declarations = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** Returns the value of `font-family`: a shipped font, then those of the visitor's system. */
function familyOf(font: ShippedFont): string {
  const { family, kind } = shippedFonts[font]
  return `'${family}', ${system[kind]}`
}
