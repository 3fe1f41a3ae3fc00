import { z } from 'zod'
import { Emoji } from '../content/spaces.ts'
import { WebUrl } from './link-targets.ts'

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

const FontFace = z.object({
  weight: z.int().min(1).max(1000),
  sources: z
    .array(z.object({ url: WebUrl, format: z.enum(['woff2', 'woff']).optional() }))
    .min(1)
    .max(8),
})

/** A custom font; the family's name is written to style sheets. */
const FontDefinition = z
  .object({
    id: z.string().min(1).max(128),
    custom: z.boolean(),
    fontFamily: z
      .string()
      .min(1)
      .max(50)
      .regex(/^[^\p{Cc}"\\;{}<>]+$/u, 'must do without quotes, brackets and semicolons'),
    fontFaces: z.array(FontFace).min(1).max(20),
  })
  .meta({ id: 'CustomizationFontDefinition' })

const fonts = [
  'ABCFavorit',
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

export const Font = z.union([z.enum(fonts), FontDefinition]).meta({ id: 'CustomizationFont' })
export const MonospaceFont = z
  .union([z.enum(monospaceFonts), FontDefinition])
  .meta({ id: 'CustomizationMonospaceFont' })

export const Locale = z
  .enum(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'])
  .meta({ id: 'CustomizationLocale' })
