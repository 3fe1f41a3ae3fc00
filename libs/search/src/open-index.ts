import type { z } from 'zod'
import type { SearchConfig } from './config.ts'
import type { IndexDatabase } from './store/database.ts'
import { openPostgresIndex, type PostgresIndex } from './store/postgres-index.ts'
import { openSearchThreads } from './threads/search-threads.ts'

interface IndexParts {
  /** For the index itself: what it loads serves many requests, so it must not end with one of them. */
  db: IndexDatabase
  config: z.output<typeof SearchConfig>
  log: { error(details: object, message: string): void }
}

/** What a thread needs for objects, however little of the indexes is to stay in memory. */
const leastMemoryMb = 128

/** The index of a service, in its own database and in threads as its configuration says; `stop` ends the threads. */
export function openIndex({ db, config, log }: IndexParts): PostgresIndex & { stop(): Promise<void> } {
  const { SEARCH_MEMORY_MB: memoryMb, SEARCH_THREADS: most } = config
  const { stop, ...threads } = openSearchThreads({
    most,
    memoryMb: Math.max(leastMemoryMb, memoryMb),
    failed: (error) => log.error({ err: error }, 'a thread that searches failed'),
  })
  return Object.assign(openPostgresIndex({ db, memoryBytes: memoryMb * 1024 ** 2, ...threads }), { stop })
}
