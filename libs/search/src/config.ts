import { z } from 'zod'

export const SearchConfig = z.object({
  /** How much of the search indexes of the organizations that were searched last stays in memory. */
  SEARCH_MEMORY_MB: z.coerce.number().int().min(1).max(65_536).default(256),
  /** Threads for searches that take long; one more builds and merges segments. They start when needed. */
  SEARCH_THREADS: z.coerce.number().int().min(1).max(64).default(1),
})
