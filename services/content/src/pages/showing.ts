import type { Evaluated } from '@quire/contracts'
import { withFrontMatter } from '@quire/document/plain'
import { notFound } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { presentFile } from '../files/files.present.ts'
import { frontMatterOf } from '../front-matter/write.ts'
import { childrenOf, markdownOf, type PlacedPage, pageTree } from '../revisions/reader.ts'
import type { Root } from '../trees/nodes.ts'
import { entries } from '../trees/read.ts'
import { evaluatedText } from './bodies.ts'
import { documentTree } from './document-trees.ts'
import type { OpenRevision } from './history.ts'
import { presentPage, presentTree, type View } from './pages.present.ts'
import { evaluationFor, isShown, isVisitor, shownOf, shownTree } from './readers.ts'
import { presentReusableContent } from './reusable-contents.present.ts'

/** The flags of a read. `computed` is accepted and has no effect: nothing here is computed. */
export interface ContentFlags {
  metadata?: boolean | undefined
}
export type PageFlags = ContentFlags & { format?: 'document' | 'markdown' | undefined; evaluated?: Evaluated }

type Caller = Partial<Pick<ContentContext, 'caller'>>
type PageContext<Query> = Pick<ContentContext, 'deps' | 'parser'> & Caller & { query: Query }

export const viewOf = (
  { deps, caller }: Pick<ContentContext, 'deps'> & Caller,
  { location, revision }: OpenRevision,
  { metadata = true }: ContentFlags,
): View => ({
  publicUrl: deps.publicUrl,
  location,
  documentIds: deps.documentIds(revision.spaceId),
  metadata,
  conditions: isNoVisitor(caller),
})

/** Who is shown what is for writers only. */
const isNoVisitor = (caller: Caller['caller']) => caller !== undefined && !isVisitor(caller)

/** The page tree of a revision, nested and in order. */
export async function showTree(context: PageContext<ContentFlags>, open: OpenRevision) {
  const view = viewOf(context, open, context.query)
  const tree = shownTree(context.caller, await pageTree(open.storage, open.revision.roots))
  return { pages: presentTree(tree, view) }
}

/** One page with its text and the pages directly under it; 404 where there is none. */
export async function showPage(context: PageContext<PageFlags>, open: OpenRevision, placed: PlacedPage | undefined) {
  const { storage, revision } = open
  const { caller, parser } = context
  if (!placed || !(await isShown(caller, storage, revision.roots, placed.page))) throw notFound('The page')
  const { page } = placed
  const { format, evaluated } = context.query
  const evaluation = evaluationFor(caller, evaluated, page)
  const view = viewOf(context, open, context.query)
  const children = shownOf(caller, await childrenOf(storage, revision.roots, placed.id))
  const below = children.map(({ id, page }) => presentPage({ id, page, path: `${placed.path}/${page.slug}` }, [], view))
  const body =
    format === 'document' ? { document: await documentTree(context, storage, page, evaluation) } : await asMarkdown()
  return presentPage(placed, below, view, body)

  /** With its front matter in front, where it came with some; a site's visitors see the text alone. */
  async function asMarkdown() {
    const written = await markdownOf(storage, page)
    const text = evaluation ? await evaluatedText(parser, written, evaluation) : written
    return { markdown: isNoVisitor(caller) ? withFrontMatter(frontMatterOf(page) ?? {}, text) : text }
  }
}

/** Those of some files or reusable contents, by their ids, that the reader may open. */
type OpenOf = (kind: 'files' | 'reusable-contents', ids: readonly string[]) => Promise<ReadonlySet<string>>

/** A whole revision: tree, files, reusable contents and where it comes from. */
export async function showRevision(
  context: PageContext<ContentFlags>,
  open: OpenRevision,
  mergedFrom: unknown,
  openOf: OpenOf,
) {
  const { revision, storage } = open
  const { publicUrl, files: downloads } = context.deps
  const view = viewOf(context, open, context.query)
  const { pages } = await showTree(context, open)
  const files = await openEntries('files', revision.roots.files)
  const reusables = await openEntries('reusable-contents', revision.roots.reusables)
  return {
    object: 'revision' as const,
    id: revision.id,
    ...typeOf(revision.kind, mergedFrom),
    // A visitor learns of no drafts.
    parents: !isVisitor(context.caller) ? revision.parents : [],
    pages,
    files: files.map(([id, file]) => presentFile(id, file, downloads, context.query)),
    reusableContents: reusables.map(([id, entry]) => presentReusableContent(id, entry, view)),
    // Nothing sets a variable for a whole space.
    variables: {},
    createdAt: revision.createdAt,
    urls: { app: `${publicUrl}/v1/spaces/${revision.spaceId}/revisions/${revision.id}` },
  }

  async function openEntries<Value>(kind: 'files' | 'reusable-contents', root: Root<Value>) {
    const all = await entries(storage.nodes, root)
    const ids = all.map(([id]) => id)
    const isOpen = await openOf(kind, ids)
    return all.filter(([id]) => isOpen.has(id))
  }
}

/** A merge is shown with its change request; where that is not shown, the revision is of type `edits`. */
function typeOf(kind: string, mergedFrom: unknown) {
  if (kind === 'merge' && mergedFrom) return { type: 'merge' as const, mergedFrom }
  return { type: kind === 'update' ? ('update' as const) : ('edits' as const) }
}
