import { hash } from 'node:crypto'
import { anyOf } from '@quire/kit'
import type { Generated, Kysely } from 'kysely'
import type { LRUCache } from 'lru-cache'

export interface DocumentTables {
  document: {
    store: string
    hash: string
    markdown: string
    /** As search shows them, once they were read for it. */
    sections: Generated<object | null>
    /** What it links to, where `sections` hold all that it is found by. */
    links: Generated<object | null>
    /** What it refers to, once that was read (targets/targets.ts). */
    targets: Generated<object | null>
  }
}

/** A text on its way into a store. */
export interface NewText {
  markdown: string
  /** Where it was read for search already: its sections and what it links to, both as JSON. */
  read?: { sections: string; links: string } | undefined
  /** What it refers to, as JSON, where its links are known. */
  targets?: string | undefined
}

/** Page texts by hash. */
export interface DocumentStore {
  /** The texts of `hashes`; one that is missing means damaged data and throws. */
  load(hashes: readonly string[]): Promise<Map<string, string>>
}

export type DocumentCache = LRUCache<string, string>

export const documentHash = (markdown: string): string => hash('sha256', markdown, 'base64url')

export function sqlDocuments(sql: Kysely<DocumentTables>, store: string, cache: DocumentCache): DocumentStore {
  return {
    async load(hashes) {
      const found = new Map<string, string>()
      for (const hash of hashes) {
        const markdown = cache.get(hash)
        if (markdown !== undefined) found.set(hash, markdown)
      }
      const missing = hashes.filter((hash) => !found.has(hash))
      for (const row of missing.length > 0 ? await read(sql, store, missing) : []) {
        found.set(row.hash, row.markdown)
        cache.set(row.hash, row.markdown)
      }
      return complete(hashes, found)
    },
  }
}

const read = (sql: Kysely<DocumentTables>, store: string, hashes: string[]) =>
  sql
    .selectFrom('document')
    .select(['hash', 'markdown'])
    .where('store', '=', store)
    .where('hash', '=', anyOf(hashes))
    .execute()

export function complete(hashes: readonly string[], found: Map<string, string>): Map<string, string> {
  const missing = hashes.find((hash) => !found.has(hash))
  if (missing !== undefined) throw new Error(`Document ${missing} is missing`)
  return found
}
