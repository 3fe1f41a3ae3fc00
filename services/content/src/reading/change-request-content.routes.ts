import { changeRequestContentOperations } from '@quire/contracts'
import { keysBefore, listOf } from '@quire/kit'
import { type ChangeRequestPath, findChangeRequest } from '../editing/change-requests/change-requests.rules.ts'
import { type OpenRevision, openRevision } from '../pages/open-revision.ts'
import { presentFile } from '../storage/files/files.present.ts'
import type { Conflict, FileEntry } from '../storage/revisions/revision-entries.ts'
import { getMany, rank, size, slice } from '../storage/trees/tree-reads.ts'
import { contentReads } from './content-reads.ts'
import { implement, type ReadingContext } from './context.ts'

type ConflictsContext = Pick<ReadingContext, 'sql' | 'deps' | 'page' | 'cursors'>

type OfChangeRequest = Pick<ReadingContext, 'sql' | 'deps'> & { params: ChangeRequestPath }

async function openChangeRequest(context: OfChangeRequest): Promise<OpenRevision> {
  const { id, space_id: spaceId, revision } = await findChangeRequest(context.sql, context.params)
  const open = await openRevision(context, spaceId, revision)
  return { ...open, location: `${context.deps.publicUrl}/v1/spaces/${spaceId}/change-requests/${id}/content` }
}

const changeRequest = contentReads(openChangeRequest)

export const changeRequestContentRoutes = implement(changeRequestContentOperations, {
  getRevisionOfChangeRequestById: changeRequest.revision,
  listPagesInChangeRequest: changeRequest.pages,
  getPageInChangeRequestById: changeRequest.page,
  listChangeRequestPageMetaLinks: changeRequest.pageMetaLinks,
  getPageInChangeRequestByPath: changeRequest.pageAtPath,
  listFilesInChangeRequestById: changeRequest.files,
  getFileInChangeRequestById: changeRequest.file,
  getReusableContentInChangeRequestById: changeRequest.reusableContent,
  listConflictsInChangeRequest: async (context) => listConflicts(context, await openChangeRequest(context)),
})

/** Lists the unresolved conflicts of a change request, by id. A list continues in the revision that it began with. */
async function listConflicts(context: ConflictsContext, present: OpenRevision) {
  const { page, cursors } = context
  const [after, began = present.revision.id] = keysBefore(page, 2) ?? []
  const { revision, storage } = await openRevision(context, present.revision.spaceId, began)
  const { conflicts } = revision.roots
  const start = after === undefined ? 0 : await rank(storage.nodes, conflicts, `${after}\0`)
  const rows = await slice(storage.nodes, conflicts, start, start + page.limit + 1)
  const ids = rows.map(([id]) => id)
  const files = await getMany(storage.nodes, revision.roots.files, ids)
  const pages = await getMany(storage.nodes, revision.roots.pages, ids)
  const kindOf = (id: string) => {
    if (pages.has(id)) return 'page' as const
    return files.has(id) ? ('file' as const) : ('reusable-content' as const)
  }
  return listOf({
    page,
    cursors,
    rows,
    present: ([id, list]) => ({
      object: kindOf(id),
      id,
      conflicts: list.map((one) => presentConflict(context, id, one)),
    }),
    after: ([id]) => [id, revision.id],
    count: () => size(storage.nodes, conflicts),
  })
}

/** Presents a conflict. A conflict in the bytes of a file is presented as the file of each side. */
function presentConflict({ deps }: Pick<ReadingContext, 'deps'>, id: string, { kind, main, changeRequest }: Conflict) {
  if (kind !== 'file') return { kind, main, changeRequest }
  const present = (side: unknown) => presentFile(id, side as FileEntry, deps.files, {})
  return { kind, main: present(main), changeRequest: present(changeRequest) }
}
