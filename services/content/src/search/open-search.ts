import { openIndex } from '@quire/search'
import type { Sql } from '../database.ts'
import type { TextParser } from '../parsing.ts'
import type { RevisionCaches } from '../revisions/storage.ts'
import { type Bringing, bringingOn } from './catching-up.ts'
import { createConditionalCache } from './conditional-texts.ts'
import { createSectionCache } from './sections.ts'
import { createShownCache } from './shown-texts.ts'

interface SearchParts extends Pick<Parameters<typeof openIndex>[0], 'config' | 'log'> {
  sql: () => Sql
  parser: TextParser
  caches: RevisionCaches
}

/** What search works with in this process. What one search begins serves all others too, so it ends with none. */
export function openSearch({ sql, parser, caches, config, log }: SearchParts) {
  const db = { getExecutor: () => sql().getExecutor(), transaction: () => sql().transaction() }
  const index = openIndex({ db, config, log })
  const begun: Bringing = new Map()
  /** Brings spaces on over these connections. */
  const bringOver = (connections: () => Sql) => {
    const parts = {
      get sql() {
        return connections()
      },
      ...{ caches, index, parser },
    }
    return bringingOn(parts, begun)
  }
  const kept = { sections: createSectionCache(), conditional: createConditionalCache(), shown: createShownCache() }
  return { index, bring: bringOver(sql), bringOver, ...kept }
}

export type ContentSearch = ReturnType<typeof openSearch>
