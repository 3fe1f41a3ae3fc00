import { z } from 'zod'
import { Emoji } from '../content/spaces.ts'
import { WebUrl } from './link-targets.ts'
import { CustomFont } from './site-files.ts'

const Color = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3}){1,2}$/, 'must be a colour such as #1f6feb')
  .meta({ id: 'Color' })

/** A host as addresses write it, with its port if that is not the usual one. */
export const Host = z
  .string()
  .max(260)
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, 'must be a host in small letters, as in images.example.com')

export const ThemedColor = z.object({ light: Color, dark: Color }).meta({ id: 'CustomizationThemedColor' })
export const ThemedUrl = z.object({ light: WebUrl, dark: WebUrl }).meta({ id: 'CustomizationThemedURL' })

/** A picture, an emoji, or neither. */
export const Favicon = z
  .object({ icon: ThemedUrl.optional(), emoji: Emoji.optional() })
  .refine(({ icon, emoji }) => icon === undefined || emoji === undefined, 'has an icon and an emoji: leave one out')
  .meta({ id: 'CustomizationFavicon' })
export type Favicon = z.infer<typeof Favicon>

const fonts = [
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const
const monospaceFonts = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const

/** A font of this list, or one that was uploaded to the site; the refusal is that of the kind that was sent. */
const fontOf = <const Names extends readonly string[]>(names: Names) =>
  z.union([z.enum(names), CustomFont], {
    error: (issue) => {
      const inFont =
        issue.code === 'invalid_union' && typeof issue.input === 'object' ? issue.errors[1]?.[0] : undefined
      if (inFont) return `${inFont.path.join('.')} ${inFont.message}`.trim()
      return `must be one of ${names.join(', ')}, which Quire has, or a font that was uploaded to the site`
    },
  })

export const Font = fontOf(fonts).meta({ id: 'CustomizationFont' })
export const MonospaceFont = fontOf(monospaceFonts).meta({ id: 'CustomizationMonospaceFont' })
/** The name of a font that Quire ships. */
export type ShippedFont = (typeof fonts)[number] | (typeof monospaceFonts)[number]

const codeThemes = [
  'default-light',
  'default-dark',
  'monochrome-light',
  'monochrome-dark',
  'github-light',
  'github-dark',
  'solarized-light',
  'solarized-dark',
  'one-light',
  'one-dark-pro',
  'dracula',
  'monokai',
  'nord',
] as const
const CodeThemeName = z.enum(codeThemes, `must be one of the themes that Quire has: ${codeThemes.join(', ')}`)
export type CodeThemeName = z.infer<typeof CodeThemeName>

/** The colours of code in both themes of a site. */
export const CodeTheme = z
  .object({ light: CodeThemeName, dark: CodeThemeName })
  .meta({ id: 'CustomizationThemedCodeTheme' })
export type CodeTheme = z.infer<typeof CodeTheme>

/** A switch of the interface that Quire cannot turn on; callers may send it back turned off. */
export const alwaysOff = (what: string) => z.literal(false, `must be false: Quire does not have ${what}`)

/** A setting of later published descriptions that Quire does not have; only null is accepted. */
export const unavailable = (what: string) => z.never(`must be left out: Quire does not have ${what}`)

export const Icons = z.enum(
  ['regular', 'solid'],
  'must be regular or solid: Quire does not have the other styles, which are not under an open licence',
)

const locales = ['en', 'fr', 'es', 'zh', 'ja', 'de'] as const
export const Locale = z
  .enum(locales, `must be one of ${locales.join(', ')}: Quire does not have the words of pages in other languages`)
  .meta({ id: 'CustomizationLocale' })
