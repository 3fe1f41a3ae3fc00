import { type CustomFont, customFontPath, type ShippedFont, type SiteCustomizationSettings } from '@quire/contracts'
import { LRUCache } from 'lru-cache'
import type { PageAssets } from '../../assets/assets.ts'
import { lookHref } from '../../site/site-hrefs.ts'
import type { VisibleSite } from '../../site/site-model.ts'
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
export function themeStyles(site: Pick<VisibleSite, 'id' | 'base' | 'settings'>, assets: FontAddresses): string {
  const { styling, themes, header } = site.settings
  const faces = [styling.font, styling.monospaceFont].map((font) =>
    typeof font === 'string' ? '' : facesOf(font, (url) => fontHref(site, assets, url)),
  )
  const name = JSON.stringify([styling, themes, header.preset, header.backgroundColor, header.linkColor, faces])
  const before = cache.get(name)
  if (before !== undefined) return before
  const styles = faces.join('') + stylesOf(site.settings)
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
    `--font:${familyOf(styling.font, 'sans')}`,
    `--mono:${familyOf(styling.monospaceFont, 'mono')}`,
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

/** Returns the value of `font-family`: a shipped or uploaded font, then those of the visitor's system. */
function familyOf(font: ShippedFont | CustomFont, kindOfCustom: 'sans' | 'mono'): string {
  const { family, kind } =
    typeof font === 'string' ? shippedFonts[font] : { family: font.fontFamily, kind: kindOfCustom }
  return `'${family}', ${system[kind]}`
}

/** The part of the assets that finds the files of custom fonts. */
type FontAddresses = Pick<PageAssets, 'hrefOf'>

/** Returns the address of a font's file at the site's own origin, which alone may send fonts. */
function fontHref(site: Pick<VisibleSite, 'id' | 'base'>, assets: FontAddresses, url: string): string | undefined {
  const path = customFontPath(url)
  return path === undefined ? lookHref(site, url) : assets.hrefOf(path)
}

/** Paths without characters that would end a text of a style sheet, or the style sheet. */
const plainPath = /^\/[\w./%~-]+$/
const formats: Record<string, string> = { woff2: 'woff2', woff: 'woff', ttf: 'truetype', otf: 'opentype' }

/** Declares the files of an uploaded font. Only letters, digits and `-_. /` are in their paths and names. */
const facesOf = ({ fontFamily, fontFaces }: CustomFont, hrefOf: (url: string) => string | undefined): string =>
  fontFaces
    .map(({ weight, sources }) => {
      const files = sources.flatMap(({ url }) => {
        const href = hrefOf(url)
        const format = formats[href?.split('.').at(-1) ?? '']
        return href && plainPath.test(href) && format ? [`url('${href}') format('${format}')`] : []
      })
      return `@font-face{font-family:'${fontFamily}';font-weight:${weight};font-display:swap;src:${files.join(',')}}`
    })
    .join('')
