import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'

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
    access: servicesOnly,
    /** Resources should lie in few spaces: each space costs some queries. */
    body: z.object({ resources: z.array(SpaceResource).max(1000) }),
    /** Positions of the missing resources in the list. */
    replies: { 200: z.strictObject({ missing: z.array(z.int()) }) },
    reads: true,
  },
})
