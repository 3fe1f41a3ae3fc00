import { keysBefore, listOf } from '@quire/kit'
import { type OpenRevision, openRevision } from '../pages/open-revision.ts'
import { presentFile } from '../storage/files/files.present.ts'
import type { Conflict, FileEntry } from '../storage/revisions/revision-entries.ts'
import { getMany, rank, size, slice } from '../storage/trees/tree-reads.ts'
import type { ReadingContext } from './context.ts'

type ConflictsContext = Pick<ReadingContext, 'sql' | 'deps' | 'page' | 'cursors'>

/** Lists the unresolved conflicts of a change request, by id. A list continues in the revision that it began with. */
export async function listConflicts(context: ConflictsContext, present: OpenRevision) {
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
