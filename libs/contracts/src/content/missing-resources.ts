import { z } from 'zod'
import { servicesOnly } from '../access.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'

/** Something in the live content of a space. */
const SpaceResource = z.object({ space: Id, kind: z.enum(['page', 'file', 'reusable-content']), id: Id })
export type SpaceResource = z.infer<typeof SpaceResource>

/** For sites, whose settings link into content. Whoever asks has decided who may know. Not reachable through the gateway. */
export const missingResourceOperations = operations('content', {
  findMissingResources: {
    method: 'POST',
    path: '/internal/missing-resources',
    summary: 'Which of these things the live content of their spaces has not',
    access: servicesOnly,
    /** In few spaces: each costs some queries. */
    body: z.object({ resources: z.array(SpaceResource).max(1000) }),
    /** Their places in the list. */
    replies: { 200: z.strictObject({ missing: z.array(z.int()) }) },
    reads: true,
  },
})
