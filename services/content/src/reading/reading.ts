import { keysBefore, listOf, notFound, type RequestContext } from '@quire/kit'
import { mergedFrom } from '../change-requests/change-requests.present.ts'
import type { ContentContext } from '../context.ts'
import { presentFile } from '../files/files.present.ts'
import { documentTree } from '../pages/document-trees.ts'
import { type OpenRevision, openRevision, placedPage } from '../pages/history.ts'
import { evaluationFor, isShown, isVisitor } from '../pages/readers.ts'
import { presentReusableContent } from '../pages/reusable-contents.present.ts'
import { type ContentFlags, type PageFlags, showPage, showRevision, showTree, viewOf } from '../pages/showing.ts'
import { pageByPath } from '../revisions/reader.ts'
import { openThings } from '../shown/open-things.ts'
import { entries, get, rank, size, slice } from '../trees/read.ts'

interface OpenContext<Params> extends Pick<ContentContext, 'sql' | 'deps' | 'parser'> {
  params: Params
}
type ReadContext<Params, Query> = OpenContext<Params> & Pick<ContentContext, 'caller'> & { query: Query }
type EvaluatedFlag = Pick<PageFlags, 'evaluated'>
type ListContext = Pick<RequestContext<never>, 'page' | 'cursors'>

/**
 * The reads of content for one way of naming a revision: `open` finds the one that a route's path names. What is
 * not in it is 404.
 */
export function readingOf<Params extends { spaceId: string }, More = unknown>(
  open: (context: OpenContext<Params> & More) => OpenRevision | Promise<OpenRevision>,
) {
  return {
    async revision(context: ReadContext<Params, ContentFlags> & More) {
      const from = await open(context)
      // The visitors of a site do not learn how its content came about.
      const merged = context.caller.kind === 'site' ? undefined : await mergedFrom(context, from.revision)
      return showRevision(context, from, merged, (kind, ids) => openThings(context, from, kind, ids))
    },

    pages: async (context: ReadContext<Params, ContentFlags> & More) => showTree(context, await open(context)),

    async page(context: ReadContext<Params & { pageId: string }, PageFlags> & More) {
      const from = await open(context)
      return showPage(context, from, await placedPage(from, context.params.pageId))
    },

    async pageAtPath(context: ReadContext<Params & { pagePath: string }, PageFlags> & More) {
      const from = await open(context)
      const path = context.params.pagePath.replace(/\/$/, '')
      const page = await showPage(context, from, await pageByPath(from.storage, from.revision.roots, path))
      // A link has a place in the tree, but no content that could lie at a path.
      if (page.type === 'link') throw notFound('The page')
      return page
    },

    async pageDocument(context: ReadContext<Params & { pageId: string }, EvaluatedFlag> & More) {
      const { caller, params, query } = context
      const { storage, revision } = await open(context)
      const page = await get(storage.nodes, revision.roots.pages, params.pageId)
      const isThere = page?.type === 'document' && (await isShown(caller, storage, revision.roots, page))
      if (!isThere) throw notFound('The document')
      return documentTree(context, storage, page, evaluationFor(caller, query.evaluated, page))
    },

    async files(context: ReadContext<Params, ContentFlags> & ListContext & More) {
      if (isVisitor(context.caller)) return filesForVisitor(context, await openListed(context))
      const { page, cursors, query, deps } = context
      const { revision, storage } = await openListed(context)
      const { files } = revision.roots
      const [after] = keysBefore(page, 2) ?? []
      // The smallest key after the last one shown.
      const start = after === undefined ? 0 : await rank(storage.nodes, files, `${after}\0`)
      return listOf({
        page,
        cursors,
        rows: await slice(storage.nodes, files, start, start + page.limit + 1),
        present: ([id, file]) => presentFile(id, file, deps.files, query),
        after: ([id]) => [id, revision.id],
        count: () => size(storage.nodes, files),
      })
    },

    async file(context: ReadContext<Params & { fileId: string }, ContentFlags> & More) {
      const from = await open(context)
      const { fileId } = context.params
      const file = await get(from.storage.nodes, from.revision.roots.files, fileId)
      if (!file || !(await openThings(context, from, 'files', [fileId])).has(fileId)) throw notFound('The file')
      return presentFile(fileId, file, context.deps.files, context.query)
    },

    async reusableContent(context: ReadContext<Params & { reusableContentId: string }, ContentFlags> & More) {
      const from = await open(context)
      const { reusableContentId: id } = context.params
      return presentReusableContent(
        id,
        await reusableContentIn(context, from, id),
        viewOf(context, from, context.query),
      )
    },

    async reusableContentDocument(context: ReadContext<Params & { reusableContentId: string }, EvaluatedFlag> & More) {
      const from = await open(context)
      const { caller, params, query } = context
      const entry = await reusableContentIn(context, from, params.reusableContentId)
      return documentTree(context, from.storage, entry, evaluationFor(caller, query.evaluated))
    },
  }

  /**
   * A list goes on in the revision that it began with, except for a site's visitors: they see the live content only.
   */
  async function openListed(context: ReadContext<Params, unknown> & ListContext & More): Promise<OpenRevision> {
    const [, began] = keysBefore(context.page, 2) ?? []
    if (began === undefined || context.caller.kind === 'site') return open(context)
    return openRevision(context, context.params.spaceId, began)
  }
}

/** Which files a visitor may open is decided before the list is cut. */
async function filesForVisitor(context: ReadContext<unknown, ContentFlags> & ListContext, from: OpenRevision) {
  const { page, cursors, query, deps } = context
  const [after = ''] = keysBefore(page, 2) ?? []
  const all = await entries(from.storage.nodes, from.revision.roots.files)
  const ids = all.map(([id]) => id)
  const open = await openThings(context, from, 'files', ids)
  const shown = all.filter(([id]) => open.has(id))
  return listOf({
    page,
    cursors,
    rows: shown.filter(([id]) => id > String(after)).slice(0, page.limit + 1),
    present: ([id, file]) => presentFile(id, file, deps.files, query),
    after: ([id]) => [id, from.revision.id],
    count: async () => shown.length,
  })
}

async function reusableContentIn(context: Parameters<typeof openThings>[0], from: OpenRevision, id: string) {
  const entry = await get(from.storage.nodes, from.revision.roots.reusables, id)
  if (!entry || !(await openThings(context, from, 'reusable-contents', [id])).has(id))
    throw notFound('The reusable content')
  return entry
}
