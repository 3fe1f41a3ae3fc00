import { z } from 'zod'

export const SearchConfig = z.object({
  SEARCH_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_536)
    .default(256)
    .describe('Memory of one process for the search indexes that were used last.'),
  SEARCH_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe(
      'Threads for searches that take more than about 10 ms; one more builds and merges the index. They start when they are needed.',
    ),
})
