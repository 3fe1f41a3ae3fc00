import { z } from 'zod'

const News = z.union([
  /** A write, which the caller's next request must see. */
  z.object({ userId: z.string(), position: z.object({ stream: z.string(), sequence: z.number().int() }) }),
  /** Keys in the bucket of revocations. */
  z.object({ revoked: z.array(z.string()) }),
])
/** News that every gateway must know before the answer to a request is sent. */
export type News = z.infer<typeof News>

/** A message between gateways. */
export const Message = z.discriminatedUnion('kind', [
  /** `sentAt` is by the sender's own clock and means nothing to others. */
  z.object({ kind: z.literal('here'), from: z.string(), sentAt: z.number() }),
  z.object({ kind: z.literal('gone'), from: z.string() }),
  z.object({ kind: z.literal('news'), from: z.string(), news: News, number: z.number().int() }),
  z.object({ kind: z.literal('known'), from: z.string(), number: z.number().int() }),
])
export type Message = z.infer<typeof Message>
