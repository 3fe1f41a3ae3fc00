import { publishedPageOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { openRevision } from '../pages/history.ts'
import { get } from '../trees/read.ts'
import { showPublishedPage } from './page.ts'
import { searchPublished } from './search.ts'
import { publishedTexts } from './texts.ts'
import { publishedTree } from './tree.ts'

/** What sites shows of revisions. Sites has decided who may read them. */
export const publishedPageRoutes = implement(publishedPageOperations, {
  async listPublishedPages(context) {
    const { revision, storage } = await openRevision(context, context.params.spaceId, context.params.revisionId)
    return { pages: await publishedTree(storage, revision.roots) }
  },

  async getPublishedPage(context) {
    const open = await openRevision(context, context.params.spaceId, context.params.revisionId)
    return showPublishedPage(context, open, context.params.pageId)
  },

  async listPublishedTexts(context) {
    const { revision, storage } = await openRevision(context, context.params.spaceId, context.params.revisionId)
    return { texts: await publishedTexts(storage, revision.roots, context.body.pages) }
  },

  async getPublishedFile(context) {
    const { revision, storage } = await openRevision(context, context.params.spaceId, context.params.revisionId)
    const file = await get(storage.nodes, revision.roots.files, context.params.fileId)
    if (!file) throw notFound('The file')
    return { url: context.deps.files.downloadUrl(file) }
  },

  searchPublishedSpaces: searchPublished,
})
