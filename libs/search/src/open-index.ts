import type { z } from 'zod'
import type { SearchConfig } from './config.ts'
import type { IndexDatabase } from './store/index-database.ts'
import { openPostgresIndex, type PostgresIndex } from './store/postgres-index.ts'
import { openSearchThreads } from './threads/search-threads.ts'

interface IndexParts {
  /** The index's own connections: loads serve many requests, so they must not end with one of them. */
  db: IndexDatabase
  config: z.output<typeof SearchConfig>
  log: { error(details: object, message: string): void }
}

/** The memory that a thread needs for objects, regardless of the size of the cache. */
const minMemoryMb = 128

/**
 * Opens the index of a service, in the service's database and with threads by its configuration. `stop` ends the
 * threads.
 */
export function openIndex({ db, config, log }: IndexParts): PostgresIndex & { stop(): Promise<void> } {
  const { SEARCH_MEMORY_MB: memoryMb, SEARCH_THREADS: maxSearchThreads } = config
  const { stop, ...threads } = openSearchThreads({
    maxSearchThreads,
    memoryMb: Math.max(minMemoryMb, memoryMb),
    failed: (error) => log.error({ err: error }, 'a thread that searches failed'),
  })
  return Object.assign(openPostgresIndex({ db, memoryBytes: memoryMb * 1024 ** 2, ...threads }), { stop })
}
