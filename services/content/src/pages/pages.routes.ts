import { pageOperations } from '@quire/contracts'
import { listOf, notFound } from '@quire/kit'
import { mergedFrom } from '../change-requests/change-requests.present.ts'
import { implement } from '../context.ts'
import { presentFile } from '../files/files.present.ts'
import { get, range } from '../trees/read.ts'
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
    const after = page.cursor?.after[0]
    const files = await range(storage.nodes, revision.roots.files, '')
    const rest = after === undefined ? files : files.filter(([id]) => id > String(after))
    return listOf({
      page,
      cursors,
      rows: rest.slice(0, page.limit + 1),
      present: ([id, file]) => presentFile(id, file, deps.files, query),
      after: ([id]) => [id],
      count: async () => files.length,
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
