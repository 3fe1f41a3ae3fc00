import type { ContentChange } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import { openRevision } from '../../pages/open-revision.ts'
import type { ReadText } from '../../pages/plain-text.ts'
import { inField } from '../../pages/text-conversion.ts'
import type { FileEntry, ReusableContentEntry } from '../../storage/revisions/revision-entries.ts'
import { get } from '../../storage/trees/tree-reads.ts'
import { type AffectedPage, AffectedPages } from './affected-pages.ts'
import { type Batch, type BranchEdit, referencesOf, requireOwnRefs } from './batch-references.ts'
import { type BatchTexts, fieldOf } from './batch-texts.ts'
import { insertComputedPages } from './insert-computed-pages.ts'
import { insertPage, updatePage } from './page-operations.ts'
import { resolveLinks } from './resolve-links.ts'
import {
  deleteReusableContent,
  insertReusableContent,
  linkBaseOf,
  revertReusableContent,
  updateReusableContent,
} from './reusable-content-operations.ts'
import { revertPage } from './revert-page.ts'

type Change<Operation> = Extract<ContentChange, { operation: Operation }>

/** The effects of a batch. */
interface AppliedChanges {
  pages: AffectedPage[]
  /** Inserted reusable contents that were not deleted again. */
  reusableContents: { id: string; entry: ReusableContentEntry }[]
}

/**
 * Applies the changes in order; the first invalid change refuses all of them (docs/interface.md#content-changes). Links
 * are resolved at the end, so a change may link to a page that a later change inserts.
 */
export async function applyChanges(
  edit: BranchEdit,
  changes: ContentChange[],
  read: BatchTexts,
): Promise<AppliedChanges> {
  const { editor, files } = edit
  const finder = editor.find()
  await requireOwnRefs(changes, finder)
  for (const { id, entry } of files) editor.files.put(id, entry)
  const batch: Batch = {
    ...edit,
    affected: new AffectedPages(),
    refs: referencesOf(files),
    finder,
    insertedContents: [],
    specs: new Set(),
    texts: new Map(),
  }
  for (const [index, change] of changes.entries()) await applyChange(batch, change, index, read.get(index))
  await writeTexts(batch)
  const contents = batch.insertedContents.map(async (id) => ({ id, entry: await editor.reusableContents.get(id) }))
  return {
    pages: await batch.affected.outcome(editor),
    reusableContents: (await Promise.all(contents)).flatMap(({ id, entry }) => (entry ? [{ id, entry }] : [])),
  }
}

async function applyChange(
  batch: Batch,
  change: ContentChange,
  index: number,
  text: ReadText | undefined,
): Promise<void> {
  const field = fieldOf(index)
  switch (change.operation) {
    case 'insert_page':
      return insertPage(batch, change, field, text)
    case 'insert_computed_page':
      return insertComputedPages(batch, change, field)
    case 'update_page':
      return updatePage(batch, change, field, text)
    case 'delete_page':
      return batch.affected.changed(...(await batch.editor.deletePage(change.page, field)))
    case 'revert_page':
      return revertPage(batch, change, field)
    case 'insert_files':
      return
    case 'update_file':
      return updateFile(batch, change, field, batch.replaced.get(index))
    case 'delete_file':
      return deleteFile(batch, change, field)
    case 'revert_file':
      return revertFile(batch, change, field)
    case 'insert_reusable_content':
      return insertReusableContent(batch, change, field, text)
    case 'update_reusable_content':
      return updateReusableContent(batch, change, field, text)
    case 'delete_reusable_content':
      return deleteReusableContent(batch, change, field)
    case 'revert_reusable_content':
      return revertReusableContent(batch, change, field)
  }
}

async function writeTexts({ context, editor, refs, texts }: Batch): Promise<void> {
  const found = { finder: editor.find(), refs }
  for (const [id, { markdown, field, links }] of texts) {
    const page = await editor.page(id)
    const content = page ? undefined : await editor.reusableContents.get(id)
    if (!page && !content) continue
    const text = { markdown, links: links ?? (await inField(field, () => context.parser.run('links', markdown))) }
    if (page) await editor.updatePage(id, { markdown: await resolveLinks(text, { id, page }, found) }, field)
    if (content)
      await editor.reusableContents.update(id, content, {
        markdown: await resolveLinks(text, linkBaseOf(content), found),
      })
  }
}

/** Changes the name or the bytes of a file, and resolves its conflicts even if neither changes. Its path and its source stay. */
async function updateFile(
  { editor }: Batch,
  { file: id, name }: Change<'update_file'>,
  field: string,
  replaced: FileEntry | undefined,
): Promise<void> {
  const before = await editor.files.get(id)
  if (!before) throw badRequest(`${field}.file`, 'names no file of this revision')
  const { path, importSource } = before
  const ofSource = { ...(path !== undefined && { path }), ...(importSource !== undefined && { importSource }) }
  const bytes = replaced ? { ...replaced, ...ofSource } : before
  editor.files.put(id, { ...bytes, name: name ?? before.name })
}

/** Deletes a file. Links to the file are broken afterwards. */
async function deleteFile({ editor }: Batch, { file }: Change<'delete_file'>, field: string): Promise<void> {
  if (!(await editor.files.get(file))) throw badRequest(`${field}.file`, 'names no file of this revision')
  editor.files.remove(file)
}

/**
 * Reverts a file to its state in another revision of the space, by default the live revision that the change request is
 * based on. Throws 400 if neither revision has the file, 404 if the space has no such revision.
 */
async function revertFile(
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
