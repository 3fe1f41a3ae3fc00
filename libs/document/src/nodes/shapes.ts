import { z } from 'zod'

// Shapes that several nodes of the published document tree share, as version 0.202.0 of the published schema has them.
// Properties that the schema leaves open and markdown needs are marked as ours: other readers ignore them.

export const text = z.string().optional()
export const flag = z.boolean().optional()
export const space = { space: text }

const UrlRef = z.object({ kind: z.literal('url'), url: z.string() })
export const FileRef = z.object({ kind: z.literal('file'), file: z.string() })
export const OpenApiRef = z.object({ kind: z.literal('openapi'), spec: z.string() })
export const ReusableContentRef = z.object({
  kind: z.literal('reusable-content'),
  reusableContent: z.string(),
  ...space,
})
export const ImageRef = z.discriminatedUnion('kind', [UrlRef, FileRef])
export const ContentRef = z.discriminatedUnion('kind', [
  UrlRef,
  FileRef,
  OpenApiRef,
  ReusableContentRef,
  z.object({ kind: z.literal('page'), page: z.string(), ...space }),
  z.object({ kind: z.literal('anchor'), anchor: z.string(), ...space, page: text }),
  z.object({ kind: z.literal('user'), user: z.string() }),
  z.object({ kind: z.literal('collection'), collection: z.string() }),
  z.object({ kind: z.literal('space'), space: z.string() }),
  z.object({ kind: z.literal('tag'), tag: z.string(), ...space }),
])

export const alignments = ['start', 'center', 'end'] as const
export const align = z.enum(alignments).optional()
/** Data of a block that has none. */
export const nothing = z.object({}).optional()
/** Ours: the link inside a pair of tags, where it differs from the tag's own. */
export const fallback = z.object({ label: z.string(), url: z.string() }).optional()
export const Length = z.union([z.number(), z.object({ unit: z.string(), value: z.number() })])
export const size = { width: Length.optional(), height: Length.optional() }
