import { keysBefore, listOf } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { presentFile } from '../files/files.present.ts'
import { type OpenRevision, openRevision } from '../pages/history.ts'
import type { Conflict, FileEntry } from '../revisions/entries.ts'
import { getMany, rank, size, slice } from '../trees/read.ts'

type ConflictsContext = Pick<ContentContext, 'sql' | 'deps' | 'page' | 'cursors'>

/**
 * What a change request has open, by the id of what it is about. A list goes on in the revision that it began with.
 */
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
    present: ([id, open]) => ({
      object: kindOf(id),
      id,
      conflicts: open.map((one) => presentConflict(context, id, one)),
    }),
    after: ([id]) => [id, revision.id],
    count: () => size(storage.nodes, conflicts),
  })
}

/** The bytes of a file are shown as the file that each side has. */
function presentConflict({ deps }: Pick<ContentContext, 'deps'>, id: string, { kind, main, changeRequest }: Conflict) {
  if (kind !== 'file') return { kind, main, changeRequest }
  const shown = (side: unknown) => presentFile(id, side as FileEntry, deps.files, {})
  return { kind, main: shown(main), changeRequest: shown(changeRequest) }
}
