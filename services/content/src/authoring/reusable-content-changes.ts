import type { ContentChange } from '@quire/contracts'
import { badRequest, newId } from '@quire/kit'
import { openRevision } from '../pages/history.ts'
import type { ReadText } from '../pages/plain-text.ts'
import { requireTitle } from '../revisions/editor.ts'
import type { ReusableContentEntry } from '../revisions/entries.ts'
import { markdownOf } from '../revisions/reader.ts'
import { get } from '../trees/read.ts'
import type { Batch } from './content-changes.ts'
import type { Standpoint } from './link-paths.ts'
import { pageRef } from './references.ts'

type Change<Operation> = Extract<ContentChange, { operation: Operation }>

/** Where the links of a reusable content are meant from: its file, or the top of the space. */
export const standpointOf = ({ git }: ReusableContentEntry): Standpoint[] => [
  git ? { path: git.path, isFile: true } : { path: '', isFile: false },
]

export async function insertReusableContent(
  { editor, refs, texts, insertedContents }: Batch,
  { title, ref }: Change<'insert_reusable_content'>,
  field: string,
  text: ReadText | undefined,
): Promise<void> {
  requireTitle(title, field)
  const id = newId()
  editor.reusableContents.put(id, { title, markdown: '' })
  insertedContents.push(id)
  if (text) texts.set(id, { markdown: text.markdown, links: text.links, field: `${field}.document` })
  if (ref !== undefined) refs.reusableContents.set(pageRef(ref), id)
}

/** Changes the title, the text or nothing: that too resolves conflicts, except of the text. */
export async function updateReusableContent(
  { editor, texts }: Batch,
  { reusableContent: id, title }: Change<'update_reusable_content'>,
  field: string,
  text: ReadText | undefined,
): Promise<void> {
  const before = await editor.reusableContents.get(id)
  if (!before) throw badRequest(`${field}.reusableContent`, 'names no reusable content of this revision')
  if (title !== undefined) requireTitle(title, field)
  await editor.reusableContents.update(id, before, { title })
  if (text) texts.set(id, { markdown: text.markdown, links: text.links, field: `${field}.document` })
}

/** Pages that include it include nothing from then on. */
export async function deleteReusableContent(
  { editor, texts }: Batch,
  { reusableContent: id }: Change<'delete_reusable_content'>,
  field: string,
): Promise<void> {
  if (!(await editor.reusableContents.get(id)))
    throw badRequest(`${field}.reusableContent`, 'names no reusable content of this revision')
  editor.reusableContents.remove(id)
  texts.delete(id)
}

/**
 * Makes a reusable content what it was in another revision of the space, by default the live one that the change
 * request last took in. Throws 400 where neither revision has it, 404 where the space has no such revision.
 */
export async function revertReusableContent(
  { context, editor, open, base, texts }: Batch,
  { reusableContent: id, revision = base }: Change<'revert_reusable_content'>,
  field: string,
): Promise<void> {
  const { storage, revision: earlier } = await openRevision(context, open.revision.spaceId, revision)
  const entry = await get(storage.nodes, earlier.roots.reusables, id)
  texts.delete(id)
  if (entry) {
    const { document: _, ...rest } = entry
    return editor.reusableContents.put(id, { ...rest, markdown: await markdownOf(storage, entry) })
  }
  if (!(await editor.reusableContents.get(id)))
    throw badRequest(`${field}.reusableContent`, 'names no reusable content of either revision')
  editor.reusableContents.remove(id)
}
