import { z } from 'zod'

export const uploadKinds = ['import_file', 'customization_font'] as const
const megabyte = 1024 * 1024
/** Bounds the bytes of a file of each kind; `IMPORT_MAX_BYTES` can lower that of a file for an import. */
export const uploadLimits = { import_file: 2 ** 31 - 1, customization_font: 10 * megabyte } as const

/** A file to be uploaded. Its name and bytes decide its type; `type` is not trusted. */
export const StorageUpload = z.object({
  file: z.object({
    name: z.string().min(1).max(256),
    type: z.string().max(200),
    size: z.number().int().min(1),
  }),
  kind: z.enum(uploadKinds),
})

/** See docs/interface.md#uploads. */
export const StorageUploadURL = z
  .strictObject({ object: z.literal('storage-signed-url'), url: z.string(), key: z.string() })
  .meta({ id: 'StorageUploadURL' })
