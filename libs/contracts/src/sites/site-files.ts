import { z } from 'zod'
import { Id } from '../shared/primitives.ts'
import { WebUrl } from './link-targets.ts'

/** The content types of the files of a site's look, with the endings of their addresses. */
export const siteFileTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'image/x-icon': 'ico',
  'font/woff2': 'woff2',
  'font/woff': 'woff',
  'font/ttf': 'ttf',
  'font/otf': 'otf',
} as const
export type SiteFileType = keyof typeof siteFileTypes

/** Bounds of one file of a site, in bytes; pictures are also bounded in pixels. */
export const siteFileLimits = { picture: 1024 * 1024, drawing: 256 * 1024, font: 5 * 1024 * 1024 } as const

/** A picture or font that was uploaded for the customization of a site (docs/interface.md#customization). */
export const SiteFile = z
  .strictObject({
    object: z.literal('site-file'),
    id: Id,
    kind: z.enum(['picture', 'font']),
    /** The value for the settings: of a logo, a favicon, the social preview or the source of a font. */
    url: z.string(),
    contentType: z.enum(Object.keys(siteFileTypes) as [SiteFileType, ...SiteFileType[]]),
    /** In bytes. */
    size: z.int(),
    /** In pixels; absent for fonts, and for drawings. */
    dimensions: z.strictObject({ width: z.int(), height: z.int() }).optional(),
  })
  .meta({ id: 'SiteFile' })

const FontSource = z.object({ url: WebUrl, format: z.enum(['woff2', 'woff']).optional() }).meta({ id: 'FontSource' })

export const FontWeight = z.int().min(1).max(1000)

/** The name is written into style sheets. */
export const FontFamily = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, 'must be of letters, digits, blanks, dots, hyphens and underscores')

const FontFace = z.object({ weight: FontWeight, sources: z.array(FontSource).min(1).max(4) }).meta({ id: 'FontFace' })

/** A font whose files were uploaded to the site, or a custom font of the organization. */
export const CustomFont = z
  .object({
    id: Id,
    custom: z.literal(true, 'must be true for a font that was uploaded'),
    fontFamily: FontFamily,
    fontFaces: z
      .array(FontFace)
      .min(1)
      .max(18)
      .refine(
        (faces) => new Set(faces.map(({ weight }) => weight)).size === faces.length,
        'must have each weight once',
      ),
  })
  .meta({ id: 'CustomizationFontDefinitionInput' })
export type CustomFont = z.infer<typeof CustomFont>

/** Identifies an uploaded file of a site by the last part of its address. */
interface SiteFileName {
  id: string
  /** The file's path within its site, the same at all addresses of the site. */
  path: string
}

const addressPath = /\/sites\/([\w-]+)\/(-\/site-files\/(\w+)\.\w+)$/

/** Returns the address of a file as settings name it; it stays when the site gets another name or host. */
export const siteFileAddress = (publicUrl: string, siteId: string, id: string, type: SiteFileType): string =>
  `${publicUrl}/sites/${siteId}/-/site-files/${id}.${siteFileTypes[type]}`

/**
 * Returns the file of this site that an address in its settings names; undefined for any other address. The origin does
 * not count, so that settings survive a change of the public address.
 */
export function siteFileIn(url: unknown, siteId: string): SiteFileName | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const [, site, path, id] = addressPath.exec(new URL(url).pathname) ?? []
  return site === siteId && path !== undefined && id !== undefined ? { id, path } : undefined
}
