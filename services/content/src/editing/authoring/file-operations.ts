import type { ContentChange } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import { openRevision } from '../../pages/open-revision.ts'
import type { FileEntry } from '../../storage/revisions/revision-entries.ts'
import { get } from '../../storage/trees/tree-reads.ts'
import type { Batch } from './apply-changes.ts'

type Change<Operation> = Extract<ContentChange, { operation: Operation }>

/** Changes the name or the bytes of a file, and resolves its conflicts even if neither changes. Its path stays. */
export async function updateFile(
  { editor }: Batch,
  { file: id, name }: Change<'update_file'>,
  field: string,
  replaced: FileEntry | undefined,
): Promise<void> {
  const before = await editor.files.get(id)
  if (!before) throw badRequest(`${field}.file`, 'names no file of this revision')
  const { path } = before
  const bytes = replaced ? { ...replaced, ...(path !== undefined && { path }) } : before
  editor.files.put(id, { ...bytes, name: name ?? before.name })
}

/** Deletes a file. Links to the file are broken afterwards. */
export async function deleteFile({ editor }: Batch, { file }: Change<'delete_file'>, field: string): Promise<void> {
  if (!(await editor.files.get(file))) throw badRequest(`${field}.file`, 'names no file of this revision')
  editor.files.remove(file)
}

/**
 * Reverts a file to its state in another revision of the space, by default the live revision that the change request is
 * based on. Throws 400 if neither revision has the file, 404 if the space has no such revision.
 */
export async function revertFile(
  { context, editor, open, base }: Batch,
  { file: id, revision = base }: Change<'revert_file'>,
  field: string,
): Promise<void> {
  const earlier = await openRevision(context, open.revision.spaceId, revision)
  const file = await get(earlier.storage.nodes, earlier.revision.roots.files, id)
  if (file) return editor.files.put(id, file)
  if (!(await editor.files.get(id))) throw badRequest(`${field}.file`, 'names no file of either revision')
  editor.files.remove(id)
}
