import { z } from 'zod'
import type { Id } from '../shared/primitives.ts'
import { CustomFont, FontFamily, FontWeight, type SiteFileType, siteFileTypes } from './site-files.ts'

/** The weight of regular text, which every custom font has. */
export const regularWeight = 400

/** The key of an upload of the kind `customization_font` (docs/interface.md#uploads). */
const StorageKey = z.string().min(1).max(512)

/** Faces have each weight once, and as many as the settings of a site may have. */
const facesOf = <Face extends z.ZodObject<{ weight: typeof FontWeight; storageKey: z.ZodType }>>(face: Face) =>
  z
    .array(face)
    .max(18)
    .refine((faces) => new Set(faces.map(({ weight }) => weight)).size === faces.length, 'must have each weight once')

export const CreateCustomFont = z.object({
  fontFamily: FontFamily,
  fontFaces: facesOf(z.object({ weight: FontWeight, storageKey: StorageKey })).min(1),
})

/** Absent fields and weights stay unchanged; a null key removes the weight. */
export const UpdateCustomFont = z.object({
  fontFamily: FontFamily.optional(),
  fontFaces: facesOf(z.object({ weight: FontWeight, storageKey: StorageKey.nullable() })).optional(),
})

/** A font of an organization, in the shape in which the settings of its sites name it (docs/interface.md#custom-fonts). */
export const CustomFontDefinition = z
  .strictObject({ ...CustomFont.shape, permissions: z.strictObject({ edit: z.boolean() }) })
  .meta({ id: 'CustomizationFontDefinition' })
export type CustomFontDefinition = z.infer<typeof CustomFontDefinition>

/** The folder of the files of custom fonts below the assets of all sites. */
const customFontFolder = 'assets/custom-fonts/'

/** Returns the address of a file of a custom font. Its id is secret, so the address is the permission to read the file. */
export const customFontAddress = (publicUrl: string, id: string, type: SiteFileType): string =>
  `${publicUrl}/sites/-/${customFontFolder}${id}.${siteFileTypes[type]}`

/** Returns the path of a custom font's file below the assets; undefined for any other address. */
export const customFontPath = (url: string): string | undefined =>
  /\/sites\/-\/(assets\/custom-fonts\/\w+\.\w+)$/.exec(url)?.[1]

/** Returns the id of the file at a path below the assets; undefined for any other path. */
export const customFontFileIn = (path: string): z.output<typeof Id> | undefined =>
  path.startsWith(customFontFolder) ? /^(\w+)\.\w+$/.exec(path.slice(customFontFolder.length))?.[1] : undefined
