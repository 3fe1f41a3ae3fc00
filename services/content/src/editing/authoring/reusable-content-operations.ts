import type { ContentChange } from '@quire/contracts'
import { badRequest, newId } from '@quire/kit'
import { openRevision } from '../../pages/open-revision.ts'
import type { ReadText } from '../../pages/plain-text.ts'
import { requireTitle } from '../../storage/revisions/revision-editor.ts'
import type { ReusableContentEntry } from '../../storage/revisions/revision-entries.ts'
import { markdownOf } from '../../storage/revisions/revision-reads.ts'
import { get } from '../../storage/trees/tree-reads.ts'
import { type Batch, pageRef } from './batch-references.ts'
import type { LinkBase } from './link-paths.ts'

type Change<Operation> = Extract<ContentChange, { operation: Operation }>

/** Returns the link base of a reusable content: its file, or the root of the space. */
export const linkBaseOf = ({ git }: ReusableContentEntry): LinkBase[] => [
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

/** Changes the title or the text. Resolves conflicts as an update of a page does, also if neither changes. */
export async function updateReusableContent(
  { editor, texts }: Batch,
  { reusableContent: id, title }: Change<'update_reusable_content'>,
  field: string,
  text: ReadText | undefined,
): Promise<void> {
  const before = await editor.reusableContents.get(id)
  if (!before) throw badRequest(`${field}.reusableContent`, 'names no reusable content of this revision')
  if (title !== undefined) requireTitle(title, field)
  if (title !== undefined || !text) await editor.reusableContents.update(id, before, { title })
  if (text) texts.set(id, { markdown: text.markdown, links: text.links, field: `${field}.document` })
}

/** Deletes a reusable content. Pages that include it include nothing afterwards. */
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
 * Reverts a reusable content to its state in another revision of the space, by default the live revision that the
 * change request is based on. Throws 400 if neither revision has it, 404 if the space has no such revision.
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
