import { notFound } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { presentFile } from '../files/files.present.ts'
import { childrenOf, markdownOf, type PlacedPage, pageByPath, pageTree } from '../revisions/reader.ts'
import { entries } from '../trees/read.ts'
import { presentBody } from './bodies.ts'
import { type OpenRevision, placedPage } from './history.ts'
import { presentPage, presentTree } from './pages.present.ts'

interface ContentFlags {
  metadata?: boolean | undefined
  computed?: boolean | undefined
}
type PageFlags = ContentFlags & { format?: 'document' | 'markdown' | undefined }
type Asking = Pick<ContentContext, 'deps'> & { params: { spaceId: string } }

const viewOf = ({ deps, params }: Asking, { metadata = true }: ContentFlags) => ({
  publicUrl: deps.publicUrl,
  spaceId: params.spaceId,
  metadata,
})

/** The page tree of a revision, nested and in order (interface 4.9). */
export async function showTree(context: Asking & { query: ContentFlags }, { revision, storage }: OpenRevision) {
  return { pages: presentTree(await pageTree(storage, revision.roots), viewOf(context, context.query)) }
}

/** One page with its text and the pages directly under it; 404 where the revision has none with this id. */
export async function showPage(context: Asking & { query: PageFlags }, open: OpenRevision, pageId: string) {
  return present(context, open, await placedPage(open, pageId))
}

/** The same, by the slugs that lead to it. */
export async function showPageAt(context: Asking & { query: PageFlags }, open: OpenRevision, path: string) {
  return present(context, open, await pageByPath(open.storage, open.revision.roots, path))
}

async function present(
  context: Asking & { query: PageFlags },
  { revision, storage }: OpenRevision,
  found: PlacedPage | undefined,
) {
  if (!found) throw notFound('The page')
  const view = viewOf(context, context.query)
  const children = await childrenOf(storage, revision.roots, found.id)
  const below = children.map(({ id, page }) => presentPage({ id, page, path: `${found.path}/${page.slug}` }, [], view))
  const body = presentBody(await markdownOf(storage, found.page), context.query.format)
  return presentPage(found, below, view, body)
}

/** A whole revision: tree, files and where it comes from (interface 2.20). */
export async function showRevision(context: Asking & { query: ContentFlags }, open: OpenRevision, mergedFrom: unknown) {
  const { revision, storage } = open
  const { pages } = await showTree(context, open)
  const files = await entries(storage.nodes, revision.roots.files)
  const location = `${context.deps.publicUrl}/v1/spaces/${revision.spaceId}`
  // A merge names its change request; where that is gone, what remains are edits.
  const isShown = revision.kind === 'update' || (revision.kind === 'merge' && mergedFrom)
  const type = isShown ? (revision.kind as 'merge' | 'update') : ('edits' as const)
  return {
    object: 'revision' as const,
    id: revision.id,
    type,
    parents: revision.parents,
    pages,
    files: files.map(([id, file]) => presentFile(id, file, context.deps.files, context.query)),
    reusableContents: [],
    variables: {},
    createdAt: revision.createdAt,
    urls: { app: `${location}/revisions/${revision.id}` },
    ...(type === 'merge' && { mergedFrom }),
  }
}
