import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Id } from '../shared/primitives.ts'

/** A section of a text, whatever the title of its page (libs/search: `TextSection`). */
const FeedSection = z.strictObject({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  level: z.int(),
  size: z.int(),
  opens: z.boolean().optional(),
})

const FeedPage = z.strictObject({
  id: Id,
  title: z.string(),
  /** True for pages that search and answers leave out. */
  unlisted: z.boolean(),
  markdown: z.string(),
  /** Everything that search finds the text by, if known: the text need not be parsed again. */
  sections: z.array(FeedSection).optional(),
})

/** Operations for ai's index: the differences between two revisions of a space. Not reachable through the gateway. */
export const contentInternalOperations = operations('content', {
  getSpaceFeed: {
    method: 'GET',
    path: '/internal/spaces/{spaceId}/feed',
    summary: 'Pages that differ between two revisions',
    access: servicesOnly('ai'),
    query: z.object({
      /** Without `from` the feed has everything in `to`. */
      from: Id.optional(),
      to: Id,
      /** `next` of the previous slice. A slice may have fewer pages than `limit`, or none, although another follows. */
      after: Id.optional(),
      /** Requests `sections`, which an older ai does not know. */
      sections: z.literal('known').optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    replies: {
      200: z.strictObject({ changed: z.array(FeedPage), removed: z.array(Id), next: Id.optional() }),
    },
  },
})
