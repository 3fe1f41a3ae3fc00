import { pageOperations } from '@quire/contracts'
import { listOf, notFound } from '@quire/kit'
import { mergedFrom } from '../change-requests/change-requests.present.ts'
import { implement } from '../context.ts'
import { presentFile } from '../files/files.present.ts'
import { get, rank, size, slice } from '../trees/read.ts'
import { openLive } from './history.ts'
import { showPage, showPageAt, showRevision, showTree } from './reading.ts'

export const pageRoutes = implement(pageOperations, {
  async getCurrentRevision(context) {
    const open = await openLive(context, context.params.spaceId)
    return showRevision(context, open, await mergedFrom(context, open.revision))
  },

  listPages: async (context) => showTree(context, await openLive(context, context.params.spaceId)),

  getPageById: async (context) =>
    showPage(context, await openLive(context, context.params.spaceId), context.params.pageId),

  getPageByPath: async (context) =>
    showPageAt(context, await openLive(context, context.params.spaceId), context.params.pagePath),

  async listFiles(context) {
    const { revision, storage } = await openLive(context, context.params.spaceId)
    const { page, cursors, query, deps } = context
    const { files } = revision.roots
    const after = page.cursor?.after[0]
    // The smallest key after the last one shown, which may be gone by now.
    const from = after === undefined ? 0 : await rank(storage.nodes, files, `${after}\0`)
    return listOf({
      page,
      cursors,
      rows: await slice(storage.nodes, files, from, from + page.limit + 1),
      present: ([id, file]) => presentFile(id, file, deps.files, query),
      after: ([id]) => [id],
      count: () => size(storage.nodes, files),
    })
  },

  async getFileById(context) {
    const { revision, storage } = await openLive(context, context.params.spaceId)
    const { fileId } = context.params
    const file = await get(storage.nodes, revision.roots.files, fileId)
    if (!file) throw notFound('The file')
    return presentFile(fileId, file, context.deps.files, context.query)
  },
})
