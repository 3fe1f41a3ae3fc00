import { z } from 'zod'

/** Settings of a service that parses texts; their shape is spread into the service's own. */
export const ParsingConfig = z.object({
  PARSING_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe(
      'Threads that parse long texts for requests; one more parses for imports and the index. They start when they are needed ([long texts](../operations.md#long-texts)).',
    ),
  PARSING_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600_000)
    .default(10_000)
    .describe('Longest time for one text in its thread.'),
  PARSING_QUEUE: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(64)
    .describe(
      'Texts of requests that may wait for a thread. A text beyond, or one that waits twice `PARSING_TIMEOUT_MS`, is answered 503.',
    ),
  PARSING_MEMORY_MB: z.coerce.number().int().min(32).max(4096).default(384).describe('Heap limit of a thread.'),
})
export type ParsingConfig = z.output<typeof ParsingConfig>
