import { z } from 'zod'

export const uploadKinds = ['import_file', 'customization_font'] as const
const megabyte = 1024 * 1024
/** The largest file of each kind, in bytes. */
export const uploadLimits = { import_file: 100 * megabyte, customization_font: 10 * megabyte } as const

/** What will be uploaded. What it is follows from its name and bytes; `type` is not believed. */
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
