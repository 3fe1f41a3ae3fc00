import { hash } from 'node:crypto'
import { anyOf } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { LRUCache } from 'lru-cache'
import type { DocumentTables } from '../../tables/revisions.tables.ts'

/** A text to be written to a store. */
export interface NewText {
  markdown: string
  /** Sections and links as JSON, if search has read the text already. */
  read?: { sections: string; links: string } | undefined
  /** Targets that the text refers to, as JSON, if its links are known. */
  targets?: string | undefined
}

/** Page texts by hash. */
export interface DocumentStore {
  /** Returns the texts of `hashes`. Throws if one is missing, since that means damaged data. */
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

/** Returns the hashes among `hashes` of the texts that refer to a page, file or reusable content with one of `ids`. */
export async function textsReferringTo(
  sql: Kysely<DocumentTables>,
  store: string,
  hashes: readonly string[],
  ids: readonly string[],
): Promise<Set<string>> {
  // A text whose targets have not been read yet is searched itself.
  const referring = raw<boolean>`exists (
    select from regexp_matches(coalesce(targets::text, markdown), '/(?:pages|files|reusable-contents)/([\\w-]+)', 'g') found
    where found[1] = any(${ids}))`
  const rows = await sql
    .selectFrom('document')
    .select('hash')
    .where('store', '=', store)
    .where('hash', '=', anyOf(hashes))
    .where(referring)
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}

export function complete(hashes: readonly string[], found: Map<string, string>): Map<string, string> {
  const missing = hashes.find((hash) => !found.has(hash))
  if (missing !== undefined) throw new Error(`Document ${missing} is missing`)
  return found
}
