import { countFitting } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { PageEntry, Roots } from '../storage/revisions/revision-entries.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import type { Change } from '../storage/trees/diff.ts'
import { diffInParts } from '../storage/trees/diff-in-parts.ts'
import type { Entry } from '../storage/trees/tree-nodes.ts'

/** The start and the largest size of a slice. */
interface SliceBounds {
  after?: string | undefined
  limit: number
  /** Bytes of text in one answer. A page with more text comes alone. */
  textBytes?: number
}

/** Some of the pages that differ between two revisions, in the order of their ids. */
interface Slice {
  pages: Entry<Change<PageEntry>>[]
  /** The page behind which there may be more; undefined at the end. */
  next: string | undefined
}

export const maxTextBytes = 2 * 1024 ** 2

/** Reads the next pages that differ. The cost depends on these pages, not on the size of the space. */
export async function nextSlice(
  sql: Sql,
  { storage, store }: { storage: Storage; store: string },
  [before, after]: readonly [Roots, Roots],
  bounds: SliceBounds,
): Promise<Slice> {
  const pages: Slice['pages'] = []
  let until: string | undefined
  for await (const part of diffInParts(storage.nodes, before.pages, after.pages, bounds.after)) {
    pages.push(...part.changes)
    until = part.until
    if (pages.length >= bounds.limit) break
  }
  const fitting = await fittingPages(sql, store, pages.slice(0, bounds.limit), bounds.textBytes)
  const cut = pages.slice(0, fitting)
  return { pages: cut, next: cut.length < pages.length ? cut.at(-1)?.[0] : until }
}

/** Counts the first pages whose texts fit into one answer together; at least one. */
async function fittingPages(sql: Sql, store: string, pages: Slice['pages'], textBytes = maxTextBytes): Promise<number> {
  const hashes = pages.map(([, { after }]) => after?.document ?? null)
  const { rows } = await raw<{ hash: string; bytes: number }>`
    select hash, octet_length(markdown) as bytes from document
    where store = ${store} and hash = any(${hashes.filter((hash) => hash !== null)}::text[])`.execute(sql)
  const sizes = new Map(rows.map(({ hash, bytes }) => [hash, bytes]))
  return countFitting(
    hashes.map((hash) => (hash === null ? 0 : (sizes.get(hash) ?? 0))),
    textBytes,
  )
}
