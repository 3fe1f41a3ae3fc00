import { z } from 'zod'
import { Id } from '../shared/primitives.ts'

/** A picture: a file of the space, or one elsewhere. */
export const ImageRef = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), file: Id }),
  z.strictObject({ kind: z.literal('url'), url: z.string() }),
])

/** What content refers to. Where `space` is left out, the space that holds the reference is meant. */
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

/** Where something came from in its source: the file's path there, and its hash where that is known. */
export const GitBlob = z.strictObject({ oid: z.string(), path: z.string() })
