import { z } from 'zod'
import { servicesOnly } from '../access.ts'
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
  /** Stays out of search and answers. */
  unlisted: z.boolean(),
  markdown: z.string(),
  /** All that the text is found by, where that is known: then it need not be read again. */
  sections: z.array(FeedSection).optional(),
})

/** For ai's index: what differs between two revisions of a space. Not reachable through the gateway. */
export const contentInternalOperations = operations('content', {
  getSpaceFeed: {
    method: 'GET',
    path: '/internal/spaces/{spaceId}/feed',
    summary: 'Pages that differ between two revisions',
    access: servicesOnly,
    query: z.object({
      /** Absent: everything in `to`. */
      from: Id.optional(),
      to: Id,
      /** `next` of the slice before. A slice may hold fewer pages than `limit`, or none, and yet have a next one. */
      after: Id.optional(),
      /** Whether `sections` are wanted; an older ai knows none. */
      sections: z.literal('known').optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    replies: {
      200: z.strictObject({ changed: z.array(FeedPage), removed: z.array(Id), next: Id.optional() }),
    },
  },
})
