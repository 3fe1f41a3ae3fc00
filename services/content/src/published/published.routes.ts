import { publishedPageOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { openRevision } from '../pages/history.ts'
import { visitorWith } from '../pages/readers.ts'
import { openThings } from '../shown/open-things.ts'
import { get } from '../trees/read.ts'
import { showPublishedPage } from './page.ts'
import { searchPublished } from './search.ts'
import { findShownPages } from './shown-pages.ts'
import { publishedTexts } from './texts.ts'
import { publishedTree } from './tree.ts'

/** What sites shows of revisions. Sites has decided who may read them, and says what is claimed of who does. */
export const publishedPageRoutes = implement(publishedPageOperations, {
  async listPublishedPages(context) {
    const { revision, storage } = await openRevision(context, context.params.spaceId, context.params.revisionId)
    return publishedTree(storage, revision.roots)
  },

  async getPublishedPage(context) {
    const open = await openRevision(context, context.params.spaceId, context.params.revisionId)
    const { params, body } = context
    return showPublishedPage(context, open, { id: params.pageId, visitor: visitorWith(body.claims) })
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
    const isOpen = file && (await openThings(asVisitor, open, 'files', [params.fileId])).has(params.fileId)
    if (!isOpen) throw notFound('The file')
    return { url: context.deps.files.downloadUrl(file) }
  },

  searchPublishedSpaces: searchPublished,

  findShownPages,
})
