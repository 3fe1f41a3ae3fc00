import { z } from 'zod'

/** What a service that reads texts takes from its environment; its shape is spread into the service's own. */
export const ParsingConfig = z.object({
  /** Threads that read texts for requests; one more reads texts that no request waits for. They start when needed. */
  PARSING_THREADS: z.coerce.number().int().min(1).max(64).default(1),
  /** The longest that one text may take, from when its thread begins with it. */
  PARSING_TIMEOUT_MS: z.coerce.number().int().min(1).max(600_000).default(10_000),
  /** How many texts of requests may wait for a thread. */
  PARSING_QUEUE: z.coerce.number().int().min(0).max(10_000).default(64),
  /** The most memory that a thread may use for objects; the worst texts that are taken need less. */
  PARSING_MEMORY_MB: z.coerce.number().int().min(32).max(4096).default(384),
})
export type ParsingConfig = z.output<typeof ParsingConfig>
