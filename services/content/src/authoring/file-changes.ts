import type { ContentChange } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import { openRevision } from '../pages/history.ts'
import type { FileEntry } from '../revisions/entries.ts'
import { get } from '../trees/read.ts'
import type { Batch } from './content-changes.ts'

type Change<Operation> = Extract<ContentChange, { operation: Operation }>

/**
 * Changes the name of a file, its bytes, or nothing: that too resolves its conflicts. What it came from stays.
 */
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

/** Pages that name the file have a broken link from then on. */
export async function deleteFile({ editor }: Batch, { file }: Change<'delete_file'>, field: string): Promise<void> {
  if (!(await editor.files.get(file))) throw badRequest(`${field}.file`, 'names no file of this revision')
  editor.files.remove(file)
}

/**
 * Makes a file what it was in another revision of the space, by default the live one that the change request last took
 * in. Throws 400 where neither revision has it, 404 where the space has no such revision.
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
