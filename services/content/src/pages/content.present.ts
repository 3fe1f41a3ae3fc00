import type { Evaluated } from '@quire/contracts'
import { withFrontMatter } from '@quire/document/plain'
import { cachedJson, groupsOf, notFound } from '@quire/kit'
import { presentFile } from '../storage/files/files.present.ts'
import { frontMatterOf } from '../storage/front-matter/write-front-matter.ts'
import {
  childrenOf,
  markdownOf,
  type PageNode,
  type PageWithPath,
  pageTree,
} from '../storage/revisions/revision-reads.ts'
import type { Root } from '../storage/trees/tree-nodes.ts'
import { entries, size } from '../storage/trees/tree-reads.ts'
import type { PagesContext } from './context.ts'
import { documentTree } from './document-trees.ts'
import type { OpenRevision } from './open-revision.ts'
import { largeTree, maxSmallPages, type PresentedTree, pageTreeJson } from './page-tree-json.ts'
import { evaluationFor, isVisible, isVisitor, visibleSiblings, visibleTree } from './page-visibility.ts'
import { type PresentedPage, presentPage, type View } from './pages.present.ts'
import { presentReusableContent } from './reusable-contents.present.ts'
import { evaluatedText } from './text-conversion.ts'

/** Query flags of a read. `computed` is accepted and has no effect, because no content is computed. */
export interface ContentFlags {
  metadata?: boolean | undefined
}
export type PageFlags = ContentFlags & { format?: 'document' | 'markdown' | undefined; evaluated?: Evaluated }

type Caller = Partial<Pick<PagesContext, 'caller'>>
type PageContext<Query> = Pick<PagesContext, 'deps' | 'parser'> & Caller & { query: Query }

export const viewOf = (
  { deps, caller }: Pick<PagesContext, 'deps'> & Caller,
  { location, revision }: OpenRevision,
  flags: ContentFlags,
): View => ({
  publicUrl: deps.publicUrl,
  location,
  documentIds: deps.documentIds(revision.spaceId),
  ...flagsFor(caller, flags),
  conditions: seesAuthorData(caller),
})

/** Returns the flags of a read that apply to the caller: paths of imported files are not for visitors. */
export const flagsFor = (caller: Caller['caller'], { metadata = true }: ContentFlags) => ({
  metadata: metadata && !isVisitor(caller),
})

/** True for callers who see data for authors. */
const seesAuthorData = (caller: Caller['caller']) => caller !== undefined && !isVisitor(caller)

type TreeContext = PageContext<ContentFlags> & Pick<PagesContext, 'caller' | 'signal'>

/** Presents the page tree of a revision, nested and in order. */
export async function presentPageTree(context: TreeContext, open: OpenRevision) {
  const { pages } = await presentTree(context, open)
  return { pages }
}

/** Presents the page tree of a revision as its JSON text, with the tags of its pages. */
async function presentTree(context: TreeContext, open: OpenRevision) {
  const { caller, signal } = context
  const { storage, revision } = open
  const groups = groupsOf(caller)
  const view = viewOf(context, open, context.query)
  const present = async (): Promise<PresentedTree> => {
    const tree = await visibleTree(caller, await pageTree(storage, revision.roots))
    return { json: await pageTreeJson(tree, view, { groups }), tags: tagsOf(tree) }
  }
  const isLarge = (await size(storage.nodes, revision.roots.pages)) > maxSmallPages
  const { id, roots } = revision
  // All who are no visitors see the same.
  const key = isVisitor(caller) ? undefined : JSON.stringify([id, roots, view.location, view.metadata, view.conditions])
  const { json, tags } = isLarge ? await largeTree({ key, groups, signal }, present) : await present()
  return { pages: cachedJson<PresentedPage[]>(json), tags }
}

/** Presents a page with its text and its children; throws 404 if there is no such page. */
export async function presentFullPage(
  context: PageContext<PageFlags>,
  open: OpenRevision,
  located: PageWithPath | undefined,
) {
  const { storage, revision } = open
  const { caller, parser } = context
  if (!located || !(await isVisible(caller, storage, revision.roots, located.page))) throw notFound('The page')
  const { page } = located
  const { format, evaluated } = context.query
  const evaluation = evaluationFor(caller, evaluated, page)
  const view = viewOf(context, open, context.query)
  const children = await visibleSiblings(caller, await childrenOf(storage, revision.roots, located.id))
  const below = children.map(({ id, page }) =>
    presentPage({ id, page, path: `${located.path}/${page.slug}` }, [], view),
  )
  const body =
    format === 'document' ? { document: await documentTree(context, storage, page, evaluation) } : await asMarkdown()
  return presentPage(located, below, view, body)

  /** Returns the text with its front matter, if it came with any. Visitors of a site get the text only. */
  async function asMarkdown() {
    const written = await markdownOf(storage, page)
    const text = evaluation ? await evaluatedText(parser, written, evaluation) : written
    return { markdown: seesAuthorData(caller) ? withFrontMatter(frontMatterOf(page) ?? {}, text) : text }
  }
}

/** Returns the files or reusable contents that are visible to the caller, by id. */
type FindVisible = (kind: 'files' | 'reusable-contents', ids: readonly string[]) => Promise<ReadonlySet<string>>

/** Presents a whole revision: page tree, files, reusable contents and origin. */
export async function presentRevision(
  context: TreeContext,
  open: OpenRevision,
  mergedFrom: unknown,
  findVisible: FindVisible,
) {
  const { revision, storage } = open
  const { publicUrl, files: downloads } = context.deps
  const view = viewOf(context, open, context.query)
  const { pages, tags } = await presentTree(context, open)
  const files = await visibleEntries('files', revision.roots.files)
  const reusables = await visibleEntries('reusable-contents', revision.roots.reusables)
  return {
    object: 'revision' as const,
    id: revision.id,
    ...typeOf(revision.kind, mergedFrom),
    // Hides drafts from visitors.
    parents: !isVisitor(context.caller) ? revision.parents : [],
    pages,
    files: files.map(([id, file]) => presentFile(id, file, downloads, view)),
    reusableContents: reusables.map(([id, entry]) => presentReusableContent(id, entry, view)),
    tags,
    // Spaces have no variables of their own.
    variables: {},
    createdAt: revision.createdAt,
    ...(revision.git && view.metadata && !isVisitor(context.caller) && { git: revision.git }),
    urls: { app: `${publicUrl}/v1/spaces/${revision.spaceId}/revisions/${revision.id}` },
  }

  async function visibleEntries<Value>(kind: 'files' | 'reusable-contents', root: Root<Value>) {
    const all = await entries(storage.nodes, root)
    const ids = all.map(([id]) => id)
    const visible = await findVisible(kind, ids)
    return all.filter(([id]) => visible.has(id))
  }
}

/** Returns each tag of the pages once. Not recursive, because pages may be deeply nested. */
function tagsOf(top: readonly PageNode[]) {
  const slugs = new Set<string>()
  const all = [...top]
  for (const { page, pages } of all) {
    for (const node of pages) all.push(node)
    if (page.type === 'document') for (const { tag } of page.tags ?? []) slugs.add(tag.tag)
  }
  return [...slugs].map((slug) => ({ slug, label: slug, color: 'default' as const }))
}

/** Presents a merge with its change request; if that is hidden, the revision has the type `edits`. */
function typeOf(kind: string, mergedFrom: unknown) {
  if (kind === 'merge' && mergedFrom) return { type: 'merge' as const, mergedFrom }
  return { type: kind === 'update' ? ('update' as const) : ('edits' as const) }
}
