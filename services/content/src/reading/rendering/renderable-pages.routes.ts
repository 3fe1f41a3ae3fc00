import { type RenderablePage, renderablePageOperations } from '@quire/contracts'
import { type Input, notFound } from '@quire/kit'
import { findChangeRequest } from '../../editing/change-requests/change-requests.rules.ts'
import { type OpenRevision, openLive, openRevision } from '../../pages/open-revision.ts'
import { layoutOf } from '../../pages/pages.present.ts'
import { presentFile } from '../../storage/files/files.present.ts'
import type { PageEntry } from '../../storage/revisions/revision-entries.ts'
import { get, getMany } from '../../storage/trees/tree-reads.ts'
import { specificationsInFiles } from '../../visitors/file-specifications.ts'
import { readIncludedTexts, writtenTree } from '../../visitors/read-visible-page.ts'
import type { TextReferences } from '../../visitors/text-references.ts'
import { specificationsOnLivePages } from '../../visitors/visible-resources.ts'
import { visibleSpecifications } from '../../visitors/visible-specifications.ts'
import { implement, type ReadingContext } from '../context.ts'
import { findLinkedPages } from './linked-pages.ts'
import { unstoredTree } from './unstored-text.ts'

type Request = ReadingContext & Input<typeof renderablePageOperations.getRenderablePage>

/** Texts for sites, which renders them for those who write and read a space. */
export const renderablePageRoutes = implement(renderablePageOperations, {
  async getRenderablePage(context): Promise<RenderablePage> {
    const { body } = context
    const open = await openState(context)
    const page = body.page === undefined ? undefined : await documentIn(open, body.page)
    const isStored = body.markdown === undefined
    if (isStored && !page) throw notFound('The page')
    const tree = await (isStored && page ? writtenTree(context, open, page) : unstoredTree(context, open, page))
    const others = isStored ? [page?.cover] : []
    const text = await readIncludedTexts({ ...context, evaluation: undefined }, open, tree, others)
    const { references } = text
    const files = await getMany(open.storage.nodes, open.revision.roots.files, [...references.files])
    const specs = await presentableSpecifications(context, references)
    return {
      revision: open.revision.id,
      ...(isStored && page && body.page !== undefined && { page: presentHead(body.page, page) }),
      document: text.document,
      files: Object.fromEntries([...files].map(([id, file]) => [id, presentRenderable(context, id, file)])),
      reusables: Object.fromEntries(text.reusables),
      specs: {
        ...(await visibleSpecifications(context, context.params.spaceId, { specs })),
        ...(await specificationsInFiles(context, context.params.spaceId, references, files)),
      },
      ...(await findLinkedPages(context, open, references)),
    }
  },
})

/** Opens the state that the request names: everybody who reads a space reads its revisions and change requests. */
async function openState(context: Request): Promise<OpenRevision> {
  const { params, body, sql } = context
  if (body.revision !== undefined) return openRevision(context, params.spaceId, body.revision)
  if (body.changeRequest === undefined) return openLive(context, params.spaceId)
  const path = { spaceId: params.spaceId, changeRequestId: body.changeRequest }
  return openRevision(context, params.spaceId, (await findChangeRequest(sql, path)).revision)
}

/** Returns a document of the revision; undefined if the revision has none with this id. */
async function documentIn({ storage, revision }: OpenRevision, id: string): Promise<PageEntry | undefined> {
  const page = await get(storage.nodes, revision.roots.pages, id)
  return page?.type === 'document' ? page : undefined
}

/** Presents a page; unset fields are undefined, which JSON leaves out. */
function presentHead(id: string, page: PageEntry): NonNullable<RenderablePage['page']> {
  const { title, description, emoji, icon, hidden, condition, cover } = page
  const names = { title, description, emoji, icon, hidden, condition, cover }
  return { id, type: 'document', ...names, layout: layoutOf(page) }
}

function presentRenderable({ deps }: Request, id: string, file: Parameters<typeof presentFile>[1]) {
  const { name, contentType, size, downloadURL } = presentFile(id, file, deps.files, { metadata: false })
  return { name, contentType, size, downloadURL, ...file.dimensions }
}

/**
 * Returns the specifications that the caller may see. A guest, who does not see those of the organization, sees what live
 * pages of the space present: a text of one's own may name any of them.
 */
const presentableSpecifications = async (
  context: Request,
  { specs }: TextReferences,
): Promise<TextReferences['specs']> =>
  context.access.member.role === null
    ? specificationsOnLivePages(context, context.params.spaceId, specs, context.caller)
    : specs
