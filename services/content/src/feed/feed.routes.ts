import { contentInternalOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { openRevision } from '../pages/history.ts'
import { emptyRoots } from '../revisions/entries.ts'
import { nextSlice } from './slice.ts'

/** What ai's index lacks, in bounded slices: the pages that differ between two revisions of a space. */
export const feedRoutes = implement(contentInternalOperations, {
  async getSpaceFeed(context) {
    const { sql, params, query } = context
    const { revision, storage } = await openRevision(context, params.spaceId, query.to)
    const from =
      query.from === undefined ? emptyRoots() : (await openRevision(context, params.spaceId, query.from)).revision.roots
    const { pages, next } = await nextSlice(sql, { storage, store: revision.store }, [from, revision.roots], query)
    const kept = pages.flatMap(([id, { after }]) => (after ? [{ id, page: after }] : []))
    const texts = await storage.documents.load([...new Set(kept.flatMap(({ page }) => page.document ?? []))])
    return {
      changed: kept.map(({ id, page }) => ({
        id,
        title: page.title,
        unlisted: Boolean(page.hidden || page.noIndex),
        markdown: page.document === null ? '' : (texts.get(page.document) ?? ''),
      })),
      removed: pages.flatMap(([id, { after }]) => (after ? [] : [id])),
      ...(next !== undefined && { next }),
    }
  },
})
