import { publishedPageOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { openRevision } from '../pages/open-revision.ts'
import { visitorWith } from '../pages/page-visibility.ts'
import { get } from '../storage/trees/tree-reads.ts'
import { implement } from './context.ts'
import { filterVisible } from './filter-visible.ts'
import { findVisiblePages } from './find-visible-pages.ts'
import { presentPublishedPage } from './published-page.ts'
import { publishedTexts } from './published-texts.ts'
import { publishedTree } from './published-tree.ts'
import { searchPublishedSpaces } from './search-published-spaces.ts'

/** Content of revisions for sites, which has admitted the visitor and sends the visitor's claims. */
export const publishedPageRoutes = implement(publishedPageOperations, {
  async listPublishedPages(context) {
    const { revision, storage } = await openRevision(context, context.params.spaceId, context.params.revisionId)
    return publishedTree(storage, revision.roots)
  },

  async getPublishedPage(context) {
    const open = await openRevision(context, context.params.spaceId, context.params.revisionId)
    const { params, body } = context
    return presentPublishedPage(context, open, { id: params.pageId, visitor: visitorWith(body.claims) })
  },

  async listPublishedTexts(context) {
    const open = await openRevision(context, context.params.spaceId, context.params.revisionId)
    const { pages, claims } = context.body
    return { texts: await publishedTexts(context, open, { ids: pages, visitor: visitorWith(claims) }) }
  },

  async getPublishedFile(context) {
    const { params, body } = context
    const open = await openRevision(context, params.spaceId, params.revisionId)
    const file = await get(open.storage.nodes, open.revision.roots.files, params.fileId)
    const asVisitor = { ...context, caller: visitorWith(body.claims) }
    const isVisible = file && (await filterVisible(asVisitor, open, 'files', [params.fileId])).has(params.fileId)
    if (!isVisible) throw notFound('The file')
    return { url: context.deps.files.downloadUrl(file) }
  },

  searchPublishedSpaces,

  findShownPages: findVisiblePages,
})
