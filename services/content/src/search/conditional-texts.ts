import { conditionalPattern } from '@quire/document/plain'
import { roomFor } from '@quire/kit'
import { sql as raw } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../database.ts'

/** By the hashes of texts, whether they could be others for some readers: that never changes. */
type ConditionalCache = LRUCache<string, boolean>

const mostTexts = 100_000

export const createConditionalCache = (): ConditionalCache => new LRUCache(roomFor(mostTexts))

/**
 * The hashes of those of these texts that are the same for everybody. A text that is not there is not among them. Texts
 * are looked through in the database, once each: they may be long.
 */
export async function textsForAll(
  sql: Sql,
  cache: ConditionalCache,
  wanted: readonly { store: string; document: string }[],
): Promise<Set<string>> {
  const missing = wanted.filter(({ document }) => cache.get(document) === undefined)
  if (missing.length > 0) {
    const { rows } = await raw<{ hash: string; conditional: boolean }>`
      select document.hash, document.markdown ~* ${conditionalPattern} as conditional
      from unnest(${missing.map(({ store }) => store)}::text[], ${missing.map(({ document }) => document)}::text[])
        as wanted (store, hash)
      join document on document.store = wanted.store and document.hash = wanted.hash`.execute(sql)
    for (const { hash, conditional } of rows) cache.set(hash, conditional)
  }
  return new Set(wanted.flatMap(({ document }) => (cache.get(document) === false ? document : [])))
}
