import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'

export const uploadKinds = ['import_file', 'customization_font', 'content_file'] as const
const megabyte = 1024 * 1024
/** Bounds the bytes of a file of each kind; `IMPORT_MAX_BYTES` can lower that of a file for an import. */
export const uploadLimits = {
  import_file: 2 ** 31 - 1,
  customization_font: 10 * megabyte,
  content_file: 25 * megabyte,
} as const

/** A file to be uploaded. Its name and bytes decide its type; `type` is not trusted. */
const UploadedFile = z.object({
  name: z.string().min(1).max(256),
  type: z.string().max(200),
  size: z.number().int().min(1),
})

export const StorageUpload = z.object({ file: UploadedFile, kind: z.enum(uploadKinds) })

/** A file of a space: for its pages if no kind is given, or for an import into it. */
export const SpaceUpload = z.object({
  file: UploadedFile,
  kind: z.enum(uploadKinds).exclude(['customization_font']).optional(),
})

/** See docs/interface.md#uploads. */
export const StorageUploadURL = z
  .strictObject({ object: z.literal('storage-signed-url'), url: z.string(), key: z.string() })
  .meta({ id: 'StorageUploadURL' })

/**
 * Operations for sites, which stores the fonts that were uploaded. The caller has already authorized the request. Not
 * reachable through the gateway.
 */
export const uploadedFontOperations = operations('content', {
  readUploadedFont: {
    method: 'POST',
    path: '/internal/organizations/{organizationId}/uploaded-fonts',
    summary: 'The bytes of a font that a person has uploaded',
    access: servicesOnly('sites'),
    body: z.object({ key: z.string().min(1).max(512), userId: Id }),
    /** In base64; absent if the person has not uploaded such a font there. */
    replies: { 200: z.strictObject({ base64: z.base64().optional() }) },
    reads: true,
  },
})
