import { hash } from 'node:crypto'
import type { PublishedPage, PublishedTree, TreePage } from '@quire/contracts'
import { publishedPageOperations } from '@quire/contracts'
import type { Input } from '@quire/kit'
import { notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { OpenRevision } from '../pages/open-revision.ts'
import { openRevision } from '../pages/open-revision.ts'
import type { ContentCaller } from '../pages/page-visibility.ts'
import { visitorWith } from '../pages/page-visibility.ts'
import { layoutOf } from '../pages/pages.present.ts'
import { catchUpIndex } from '../search/catch-up-index.ts'
import { readLiveSpaces } from '../search/live-spaces.ts'
import { answeringSections, loadSections } from '../search/load-sections.ts'
import { readSearchableSpaces } from '../search/spaces-to-search.ts'
import type { FileEntry, Roots } from '../storage/revisions/revision-entries.ts'
import type { PageNode } from '../storage/revisions/revision-reads.ts'
import { pageTree } from '../storage/revisions/revision-reads.ts'
import type { Storage } from '../storage/revisions/storage.ts'
import { get, getMany } from '../storage/trees/tree-reads.ts'
import type { VisitorsContext } from './context.ts'
import { implement } from './context.ts'
import { specificationsInFiles } from './file-specifications.ts'
import { filterVisible } from './filter-visible.ts'
import { findVisiblePages } from './find-visible-pages.ts'
import { findPageAuthor } from './page-author.ts'
import { publishedTexts } from './published-texts.ts'
import { readVisiblePage } from './read-visible-page.ts'
import type { PageForVisitor } from './search-for-visitor.ts'
import { searchForVisitor } from './search-for-visitor.ts'
import type { TextReferences } from './text-references.ts'
import { specificationsOnLivePages } from './visible-resources.ts'
import { visibleSpecifications } from './visible-specifications.ts'

type Search = VisitorsContext & Input<typeof publishedPageOperations.searchPublishedSpaces>

type PublishedContext = Pick<VisitorsContext, 'deps' | 'parser' | 'sql'>

/** Content of revisions for sites, which has admitted the visitor and sends the visitor's claims. */
export const publishedPageRoutes = implement(publishedPageOperations, {
  async listPublishedPages(context) {
    const { revision, storage } = await openRevision(context, context.params.spaceId, context.params.revisionId)
    return publishedTree(storage, revision.roots)
  },

  async getPublishedPage(context) {
    const open = await openRevision(context, context.params.spaceId, context.params.revisionId)
    const { params, body } = context
    const visitor = visitorWith(body.claims, context.caller)
    return presentPublishedPage(context, open, { id: params.pageId, visitor, withAuthor: body.withAuthor ?? false })
  },

  async listPublishedTexts(context) {
    const open = await openRevision(context, context.params.spaceId, context.params.revisionId)
    const { pages, claims } = context.body
    return { texts: await publishedTexts(context, open, { ids: pages, visitor: visitorWith(claims, context.caller) }) }
  },

  async getPublishedFile(context) {
    const { params, body } = context
    const open = await openRevision(context, params.spaceId, params.revisionId)
    const file = await get(open.storage.nodes, open.revision.roots.files, params.fileId)
    const asVisitor = { ...context, caller: visitorWith(body.claims, context.caller) }
    const isVisible = async () => (await filterVisible(asVisitor, open, 'files', [params.fileId])).has(params.fileId)
    if (!file || !(body.isLinkedBySite || (await isVisible()))) throw notFound('The file')
    return { url: context.deps.files.downloadUrl(file) }
  },

  searchPublishedSpaces,

  findShownPages: findVisiblePages,
})

/**
 * Lists every page of a revision, each behind its parent. The list is the same for all visitors, so sites may cache it.
 */
async function publishedTree(storage: Storage, roots: Roots): Promise<PublishedTree> {
  const pages: TreePage[] = []
  // A stack instead of recursion: pages may be nested deeply.
  const waiting = (await pageTree(storage, roots)).reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    pages.push(treePage(node))
    waiting.push(...node.pages.toReversed())
  }
  return { pages, shared: hash('sha256', `${roots.files} ${roots.reusables}`, 'base64url') }
}

/** Presents a page; unset fields are undefined, which JSON leaves out. */
function treePage({ id, page }: PageNode): TreePage {
  const { parent, type, title, linkTitle, emoji, icon, description, slug } = page
  const { hidden, noIndex, noRobotsIndex, condition, updatedAt, target } = page
  const variables = condition === undefined ? undefined : page.variables
  const names = { id, parent, type, title, linkTitle, emoji, icon, description, slug }
  return { ...names, hidden, noIndex, noRobotsIndex, condition, variables, updatedAt, target, text: textOf(page) }
}

/** Identifies the content of a page: by the hash of its text, unless it has a layout, a cover or variables. */
function textOf({ document, layout, cover, variables }: PageNode['page']): string {
  const all = [document, layout, cover, variables]
  return all.slice(1).some((one) => one !== undefined)
    ? hash('sha256', JSON.stringify(all), 'base64url')
    : (document ?? '')
}

/**
 * Presents a page to a visitor: the document with its conditions evaluated, and everything of the revision that the
 * document refers to. Throws 404 if the page is no document.
 */
async function presentPublishedPage(
  context: PublishedContext,
  open: OpenRevision,
  { id, visitor, withAuthor }: { id: string; visitor: ContentCaller; withAuthor: boolean },
): Promise<PublishedPage> {
  const { storage, revision } = open
  const page = await get(storage.nodes, revision.roots.pages, id)
  if (page?.type !== 'document') throw notFound('The page')
  const { document, isForAll, references, reusables } = await readVisiblePage(context, open, page, visitor)
  const files = await getMany(storage.nodes, revision.roots.files, [...references.files])
  const specs = await openSpecifications(context, open, references, visitor)
  const layout = layoutOf(page)
  const changed = { spaceId: revision.spaceId, updatedAt: page.updatedAt }
  const author = withAuthor && layout.metadata ? await findPageAuthor(context.sql, changed) : undefined
  return {
    document,
    isForAll,
    layout,
    ...(author !== undefined && { author }),
    ...(page.git && { gitPath: await gitPathOf(open, page.git.path) }),
    ...(page.cover && { cover: page.cover }),
    files: Object.fromEntries([...files].map(([fileId, file]) => [fileId, presentFile(file)])),
    reusables: Object.fromEntries(reusables),
    spaces: [...references.spaces],
    specs: {
      ...(await visibleSpecifications(context, revision.spaceId, { specs })),
      ...(await specificationsInFiles(context, revision.spaceId, references, files)),
    },
  }
}

/**
 * Returns the specifications that a page may present. In the preview of a pull request, whose author may be a stranger,
 * these are only those that a live page shows the visitor.
 */
const openSpecifications = async (
  context: PublishedContext,
  { revision }: OpenRevision,
  { specs }: TextReferences,
  visitor: ContentCaller,
): Promise<TextReferences['specs']> =>
  revision.kind === 'preview' ? specificationsOnLivePages(context, revision.spaceId, specs, visitor) : specs

/** Returns the path of a file from the folder of the documentation, whose configuration may name a folder of the pages. */
async function gitPathOf({ storage, revision }: OpenRevision, path: string): Promise<string> {
  const { root = '' } = (await get(storage.nodes, revision.roots.sources, 'summary')) ?? {}
  return root === '' ? path : `${root}/${path}`
}

const presentFile = ({ name, contentType, size, dimensions }: FileEntry) => ({ name, contentType, size, ...dimensions })

/**
 * Searches the live pages of spaces for a visitor: the best pages, each with its answering sections. Hidden and noIndex
 * pages are not found.
 */
async function searchPublishedSpaces(context: Search) {
  const { sql, deps, params, body, signal } = context
  const organization = params.organizationId
  const spaceIds = raw`(select unnest(${body.spaces}::text[]))`
  const { readable, ...known } = await readSearchableSpaces(sql, organization, spaceIds)
  if (readable.length === 0) return { pages: [] }
  const version = await catchUpIndex(context, deps.search.indexSpace, organization, known)
  const { claims, query, limit } = body
  const searched = { organization, version, readable, signal }
  const { found } = await searchForVisitor(context, searched, { claims, query, enough: limit })
  const stored = await storedSections(context, found)
  return {
    pages: found.map(
      ({ page, sections = answeringSections(page.title, stored.get(page.document) ?? [], page.sections) }) => ({
        ...{ space: page.space, id: page.id, title: page.title },
        sections: sections.map(({ id, title, body }) => ({ id, title, body })),
      }),
    ),
  }
}

/** Loads the stored sections of the found pages whose text is the same for everybody. */
async function storedSections({ sql, deps }: Search, found: readonly PageForVisitor[]) {
  const forAll = found.flatMap(({ page, sections }) => (sections ? [] : page))
  const live = await readLiveSpaces(sql, { ids: [...new Set(forAll.map(({ space }) => space))] })
  const stores = new Map(live.map(({ id, store }) => [id, store]))
  const wanted = forAll.map(({ space, document }) => ({ store: stores.get(space) ?? '', document }))
  return loadSections(sql, deps.search.sections, wanted)
}
