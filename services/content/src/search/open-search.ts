import { openIndex } from '@quire/search'
import type { Sql } from '../database.ts'
import type { RevisionCaches } from '../storage/revisions/storage.ts'
import { createSpaceIndexer, type IndexingInProgress } from './catch-up-index.ts'
import { createSectionCache } from './load-sections.ts'
import type { SearchParser } from './page-versions.ts'

interface SearchParts extends Pick<Parameters<typeof openIndex>[0], 'config' | 'log'> {
  sql: () => Sql
  parser: SearchParser
  caches: RevisionCaches
}

/**
 * Opens the index and the caches of search in this process. Indexing that one search starts serves all, and outlives
 * it.
 */
export function openSearch({ sql, parser, caches, config, log }: SearchParts) {
  const db = { getExecutor: () => sql().getExecutor(), transaction: () => sql().transaction() }
  const index = openIndex({ db, config, log })
  const inProgress: IndexingInProgress = new Map()
  /** Creates an indexer over these connections. */
  const createIndexerOver = (connections: () => Sql) => {
    const parts = {
      get sql() {
        return connections()
      },
      ...{ caches, index, parser },
    }
    return createSpaceIndexer(parts, inProgress)
  }
  return { index, indexSpace: createIndexerOver(sql), createIndexerOver, sections: createSectionCache() }
}

export type ContentSearch = ReturnType<typeof openSearch>
