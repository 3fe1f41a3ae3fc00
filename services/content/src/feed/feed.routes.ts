import { contentInternalOperations } from '@quire/contracts'
import { implement } from '../context.ts'
import { openRevision } from '../pages/history.ts'
import { emptyRoots } from '../revisions/entries.ts'
import { changedPages } from '../revisions/reader.ts'

/** What ai's index lacks, in bounded batches: the pages that differ between two revisions of a space (design 8). */
export const feedRoutes = implement(contentInternalOperations, {
  async getSpaceFeed(context) {
    const { params, query } = context
    const to = await openRevision(context, params.spaceId, query.to)
    const from =
      query.from === undefined ? emptyRoots() : (await openRevision(context, params.spaceId, query.from)).revision.roots
    const changes = [...(await changedPages(to.storage, from, to.revision.roots))].sort(([one], [other]) =>
      one < other ? -1 : 1,
    )
    const rest = query.after === undefined ? changes : changes.filter(([id]) => id > (query.after ?? ''))
    const batch = rest.slice(0, query.limit)
    const kept = batch.flatMap(([id, { after }]) => (after ? [{ id, page: after }] : []))
    const texts = await to.storage.documents.load([...new Set(kept.flatMap(({ page }) => page.document ?? []))])
    const last = batch.at(-1)
    return {
      changed: kept.map(({ id, page }) => ({
        id,
        title: page.title,
        unlisted: Boolean(page.hidden || page.noIndex),
        markdown: page.document === null ? '' : (texts.get(page.document) ?? ''),
      })),
      removed: batch.flatMap(([id, { after }]) => (after ? [] : [id])),
      ...(rest.length > batch.length && last && { next: last[0] }),
    }
  },
})
