import { z } from 'zod'

const News = z.union([
  /** A write, for the next request of whoever made it. */
  z.object({ userId: z.string(), position: z.object({ stream: z.string(), sequence: z.number().int() }) }),
  /** What is not valid any longer, as keys of the revocations' bucket. */
  z.object({ revoked: z.array(z.string()) }),
])
/** What every gateway should know of before an answer is given. */
export type News = z.infer<typeof News>

/** What gateways say to each other. */
export const Message = z.discriminatedUnion('kind', [
  /** `sentAt` is by the sender's own clock, for itself alone. */
  z.object({ kind: z.literal('here'), from: z.string(), sentAt: z.number() }),
  z.object({ kind: z.literal('gone'), from: z.string() }),
  z.object({ kind: z.literal('news'), from: z.string(), news: News, number: z.number().int() }),
  z.object({ kind: z.literal('known'), from: z.string(), number: z.number().int() }),
])
export type Message = z.infer<typeof Message>
