import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

/** A picture: a file of the space, or an address. */
export const ImageRef = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), file: Id }),
  z.strictObject({ kind: z.literal('url'), url: z.string() }),
])

/** A reference of content. Without `space` it refers to the space that contains the reference. */
export const ContentRef = z
  .discriminatedUnion('kind', [
    ...ImageRef.options,
    z.strictObject({ kind: z.literal('page'), page: Id, space: Id.optional() }),
    z.strictObject({ kind: z.literal('anchor'), anchor: z.string(), page: Id.optional(), space: Id.optional() }),
    z.strictObject({ kind: z.literal('user'), user: Id }),
    z.strictObject({ kind: z.literal('collection'), collection: Id }),
    z.strictObject({ kind: z.literal('space'), space: Id }),
    z.strictObject({ kind: z.literal('reusable-content'), reusableContent: Id, space: Id.optional() }),
    z.strictObject({ kind: z.literal('openapi'), spec: Id }),
  ])
  .meta({ id: 'ContentRef' })
export type ContentRef = z.infer<typeof ContentRef>

/** The origin of imported content: the file's path in its source, and its hash, if known. */
export const GitBlob = z.strictObject({ oid: z.string(), path: z.string() })
