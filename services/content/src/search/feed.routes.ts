import { contentInternalOperations } from '@quire/contracts'
import type { StoredSection, TextSection } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { openRevision } from '../pages/open-revision.ts'
import { emptyRoots } from '../storage/revisions/revision-entries.ts'
import { implement } from './context.ts'
import { maxTextBytes, nextSlice } from './page-slice.ts'

/** Feeds ai's index: returns the pages that differ between two revisions of a space, in bounded slices. */
export const feedRoutes = implement(contentInternalOperations, {
  async getSpaceFeed(context) {
    const { sql, params, query } = context
    const { revision, storage } = await openRevision(context, params.spaceId, query.to)
    const from =
      query.from === undefined ? emptyRoots() : (await openRevision(context, params.spaceId, query.from)).revision.roots
    // The sections of a text are about as large as the text.
    const textBytes = query.sections ? maxTextBytes / 2 : maxTextBytes
    const bounds = { ...query, textBytes }
    const { pages, next } = await nextSlice(sql, { storage, store: revision.store }, [from, revision.roots], bounds)
    const present = pages.flatMap(([id, { after }]) => (after ? [{ id, page: after }] : []))
    const hashes = [...new Set(present.flatMap(({ page }) => page.document ?? []))]
    const texts = await storage.documents.load(hashes)
    const sections = query.sections ? await completeSections(sql, revision.store, hashes) : new Map()
    return {
      changed: present.map(({ id, page }) => ({
        id,
        title: page.title,
        unlisted: Boolean(page.hidden || page.noIndex),
        markdown: page.document === null ? '' : (texts.get(page.document) ?? ''),
        ...(page.document !== null && sections.has(page.document) && { sections: sections.get(page.document) }),
      })),
      removed: pages.flatMap(([id, { after }]) => (after ? [] : [id])),
      ...(next !== undefined && { next }),
    }
  },
})

/** Loads the stored sections of texts by their hashes; only texts whose sections hold everything that search needs. */
async function completeSections(sql: Sql, store: string, hashes: string[]): Promise<Map<string, TextSection[]>> {
  const { rows } = await raw<{ hash: string; sections: StoredSection[] }>`
    select hash, sections from document
    where store = ${store} and hash = any(${hashes}) and links is not null and sections is not null`.execute(sql)
  return new Map(rows.flatMap(({ hash, sections }) => (isWhole(sections) ? [[hash, sections]] : [])))
}

const isWhole = (sections: StoredSection[]): sections is TextSection[] =>
  sections.every(({ level, size }) => level !== undefined && size !== undefined)
