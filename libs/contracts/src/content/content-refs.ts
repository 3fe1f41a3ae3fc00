import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
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

/** A resource in the live content of a space. */
const SpaceResource = z.object({ space: Id, kind: z.enum(['page', 'file', 'reusable-content']), id: Id })
export type SpaceResource = z.infer<typeof SpaceResource>

/**
 * Operations for sites, whose settings link into content. The caller has already authorized the request. Not reachable
 * through the gateway.
 */
export const missingResourceOperations = operations('content', {
  findMissingResources: {
    method: 'POST',
    path: '/internal/missing-resources',
    summary: 'Which of these things the live content of their spaces has not',
    access: servicesOnly('sites'),
    /** Resources should lie in few spaces: each space costs some queries. */
    body: z.object({ resources: z.array(SpaceResource).max(1000) }),
    /** Positions of the missing resources in the list. */
    replies: { 200: z.strictObject({ missing: z.array(z.int()) }) },
    reads: true,
  },
})
