import { keysBefore, listOf, notFound, type RequestContext } from '@quire/kit'
import { mergedFrom } from '../editing/change-requests/change-requests.present.ts'
import {
  type ContentFlags,
  flagsFor,
  type PageFlags,
  presentFullPage,
  presentPageTree,
  presentRevision,
  viewOf,
} from '../pages/content.present.ts'
import { documentTree } from '../pages/document-trees.ts'
import { type OpenRevision, openRevision, pageWithPath } from '../pages/open-revision.ts'
import { evaluationFor, isVisible, isVisitor } from '../pages/page-visibility.ts'
import { presentReusableContent } from '../pages/reusable-contents.present.ts'
import { presentFile } from '../storage/files/files.present.ts'
import type { FileEntry } from '../storage/revisions/revision-entries.ts'
import { markdownOf, pageByPath } from '../storage/revisions/revision-reads.ts'
import type { Entry } from '../storage/trees/tree-nodes.ts'
import { get, rank, size, slice } from '../storage/trees/tree-reads.ts'
import { filterVisible } from '../visitors/filter-visible.ts'
import type { ReadingContext } from './context.ts'
import { pageMetaLinks } from './page-meta-links.ts'

interface OpenContext<Params> extends Pick<ReadingContext, 'sql' | 'deps' | 'parser'> {
  params: Params
}
type ReadContext<Params, Query> = OpenContext<Params> & Pick<ReadingContext, 'caller' | 'signal'> & { query: Query }
type ReusableContentFlags = ContentFlags & { format?: 'markdown' | undefined }
type EvaluatedFlag = Pick<PageFlags, 'evaluated'>
type ListContext = Pick<RequestContext<never>, 'page' | 'cursors'>

/**
 * Creates the read handlers for routes that identify a revision in one way: `open` opens the revision of a request.
 * Handlers throw 404 for resources that are not in the revision or are hidden from the caller.
 */
export function contentReads<Params extends { spaceId: string }, More = unknown>(
  open: (context: OpenContext<Params> & More) => OpenRevision | Promise<OpenRevision>,
) {
  return {
    async revision(context: ReadContext<Params, ContentFlags> & More) {
      const from = await open(context)
      // Hides the origin of the content from visitors of a site.
      const merged = context.caller.kind === 'site' ? undefined : await mergedFrom(context, from.revision)
      return presentRevision(context, from, merged, (kind, ids) => filterVisible(context, from, kind, ids))
    },

    pages: async (context: ReadContext<Params, ContentFlags> & More) => presentPageTree(context, await open(context)),

    async page(context: ReadContext<Params & { pageId: string }, PageFlags> & More) {
      const from = await open(context)
      return presentFullPage(context, from, await pageWithPath(from, context.params.pageId))
    },

    async pageMetaLinks(context: ReadContext<Params & { pageId: string }, unknown> & More) {
      const { storage, revision } = await open(context)
      const page = await get(storage.nodes, revision.roots.pages, context.params.pageId)
      if (!page || !(await isVisible(context.caller, storage, revision.roots, page))) throw notFound('The page')
      const { canonical, alternates } = pageMetaLinks(page)
      if (!isVisitor(context.caller)) return pageMetaLinks(page)
      // A visitor learns nothing of other pages, which may be hidden.
      const web = alternates?.filter(({ kind }) => kind === 'url')
      return { ...(canonical?.kind === 'url' && { canonical }), ...(web?.length && { alternates: web }) }
    },

    async pageAtPath(context: ReadContext<Params & { pagePath: string }, PageFlags> & More) {
      const from = await open(context)
      const path = context.params.pagePath.replace(/\/$/, '')
      const page = await presentFullPage(context, from, await pageByPath(from.storage, from.revision.roots, path))
      // A link has a position in the tree, but no content at a path.
      if (page.type === 'link') throw notFound('The page')
      return page
    },

    async pageDocument(context: ReadContext<Params & { pageId: string }, EvaluatedFlag> & More) {
      const { caller, params, query } = context
      const { storage, revision } = await open(context)
      const page = await get(storage.nodes, revision.roots.pages, params.pageId)
      const isThere = page?.type === 'document' && (await isVisible(caller, storage, revision.roots, page))
      if (!isThere) throw notFound('The document')
      return documentTree(context, storage, page, evaluationFor(caller, query.evaluated, page))
    },

    async files(context: ReadContext<Params, ContentFlags> & ListContext & More) {
      if (isVisitor(context.caller)) return filesForVisitor(context, await openListed(context))
      const { page, cursors, query, deps } = context
      const { revision, storage } = await openListed(context)
      const { files } = revision.roots
      const [after] = keysBefore(page, 2) ?? []
      // The smallest key after the last listed one.
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
      if (!file || !(await filterVisible(context, from, 'files', [fileId])).has(fileId)) throw notFound('The file')
      return presentFile(fileId, file, context.deps.files, flagsFor(context.caller, context.query))
    },

    async reusableContent(context: ReadContext<Params & { reusableContentId: string }, ReusableContentFlags> & More) {
      const from = await open(context)
      const { caller, params, query } = context
      const { reusableContentId: id } = params
      const entry = await reusableContentIn(context, from, id)
      const presented = presentReusableContent(id, entry, viewOf(context, from, query))
      // A visitor reads texts as conditions leave them, where they are part of a page.
      if (query.format !== 'markdown' || isVisitor(caller)) return presented
      return { ...presented, markdown: await markdownOf(from.storage, entry) }
    },

    async reusableContentDocument(context: ReadContext<Params & { reusableContentId: string }, EvaluatedFlag> & More) {
      const from = await open(context)
      const { caller, params, query } = context
      const entry = await reusableContentIn(context, from, params.reusableContentId)
      return documentTree(context, from.storage, entry, evaluationFor(caller, query.evaluated))
    },
  }

  /** Opens the revision that a list began with, except for visitors of a site: they see the live content only. */
  async function openListed(context: ReadContext<Params, unknown> & ListContext & More): Promise<OpenRevision> {
    const [, began] = keysBefore(context.page, 2) ?? []
    if (began === undefined || context.caller.kind === 'site') return open(context)
    return openRevision(context, context.params.spaceId, began)
  }
}

/** Files that are filtered together. */
const filteredAtOnce = 100

/** Lists the files that are visible to a visitor, who learns their number only where all are on the first page. */
async function filesForVisitor(context: ReadContext<unknown, ContentFlags> & ListContext, from: OpenRevision) {
  const { page, cursors, query, deps, caller } = context
  const [after = ''] = keysBefore(page, 2) ?? []
  const { nodes } = from.storage
  const { files } = from.revision.roots
  const evaluated = new Map()
  const visible: Entry<FileEntry>[] = []
  let at = after === '' ? 0 : await rank(nodes, files, `${after}\0`)
  while (visible.length <= page.limit) {
    const some = await slice(nodes, files, at, at + filteredAtOnce)
    if (some.length === 0) break
    at += some.length
    const ids = await filterVisible(
      context,
      from,
      'files',
      some.map(([id]) => id),
      evaluated,
    )
    visible.push(...some.filter(([id]) => ids.has(id)))
  }
  return listOf({
    page,
    cursors,
    rows: visible.slice(0, page.limit + 1),
    present: ([id, file]) => presentFile(id, file, deps.files, flagsFor(caller, query)),
    after: ([id]) => [id, from.revision.id],
    count: async () => (visible.length <= page.limit ? visible.length : undefined),
  })
}

async function reusableContentIn(context: Parameters<typeof filterVisible>[0], from: OpenRevision, id: string) {
  const entry = await get(from.storage.nodes, from.revision.roots.reusables, id)
  if (!entry || !(await filterVisible(context, from, 'reusable-contents', [id])).has(id))
    throw notFound('The reusable content')
  return entry
}
