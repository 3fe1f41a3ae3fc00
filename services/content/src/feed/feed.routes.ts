import { contentInternalOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { openRevision } from '../pages/history.ts'
import { emptyRoots } from '../revisions/entries.ts'
import { knownSections } from './sections.ts'
import { mostTextBytes, nextSlice } from './slice.ts'

/** What ai's index lacks, in bounded slices: the pages that differ between two revisions of a space. */
export const feedRoutes = implement(contentInternalOperations, {
  async getSpaceFeed(context) {
    const { sql, params, query } = context
    const { revision, storage } = await openRevision(context, params.spaceId, query.to)
    const from =
      query.from === undefined ? emptyRoots() : (await openRevision(context, params.spaceId, query.from)).revision.roots
    // Sections are about as much as the texts that they are of.
    const textBytes = query.sections ? mostTextBytes / 2 : mostTextBytes
    const bounds = { ...query, textBytes }
    const { pages, next } = await nextSlice(sql, { storage, store: revision.store }, [from, revision.roots], bounds)
    const kept = pages.flatMap(([id, { after }]) => (after ? [{ id, page: after }] : []))
    const hashes = [...new Set(kept.flatMap(({ page }) => page.document ?? []))]
    const texts = await storage.documents.load(hashes)
    const sections = query.sections ? await knownSections(sql, revision.store, hashes) : new Map()
    return {
      changed: kept.map(({ id, page }) => ({
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
