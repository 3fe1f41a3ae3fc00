import type { ContentChange } from '@quire/contracts'
import type { Link } from '@quire/document'
import type { ContentContext } from '../context.ts'
import { inField } from '../pages/bodies.ts'
import type { OpenRevision } from '../pages/history.ts'
import type { ReadText } from '../pages/plain-text.ts'
import type { RevisionEditor } from '../revisions/editor.ts'
import type { FileEntry, ReusableContentEntry } from '../revisions/entries.ts'
import type { RevisionFinder } from '../revisions/finder.ts'
import { type AffectedPage, AffectedPages } from './affected-pages.ts'
import type { BatchFile } from './batch-files.ts'
import { type BatchTexts, fieldOf } from './batch-texts.ts'
import { deleteFile, revertFile, updateFile } from './file-changes.ts'
import { resolveLinks } from './link-targets.ts'
import { insertPage, updatePage } from './page-changes.ts'
import { type References, referencesOf, requireOwnRefs } from './references.ts'
import {
  deleteReusableContent,
  insertReusableContent,
  revertReusableContent,
  standpointOf,
  updateReusableContent,
} from './reusable-content-changes.ts'
import { revertPage } from './reverts.ts'

interface LineEdit {
  context: ContentContext
  editor: RevisionEditor
  /** The change request's revision that the batch starts from. */
  open: OpenRevision
  /** The revision of the main line that the change request grew from. */
  base: string
  files: BatchFile[]
  /** What `update_file` gives other bytes to, by the index of the change. */
  replaced: ReadonlyMap<number, FileEntry>
}

/** What a batch did. */
interface AppliedChanges {
  pages: AffectedPage[]
  /** Those that were inserted and are still there. */
  reusableContents: { id: string; entry: ReusableContentEntry }[]
}

/** A batch under way: the editor of the change request's next revision, and what is done after all changes. */
export interface Batch extends LineEdit {
  affected: AffectedPages
  refs: References
  /** Finds by ids, slugs and files. It knows the files of pages as they were before the batch. */
  finder: RevisionFinder
  /** The ids of reusable contents that were inserted, in order. */
  insertedContents: string[]
  /**
   * By the id of a page or reusable content: texts whose links are not looked up yet, the field they came in, and the links where they are known.
   */
  texts: Map<string, { markdown: string; field: string; links?: readonly Link[] }>
}

/**
 * Applies the changes in order; the first that is not possible refuses them all (docs/interface.md#content-changes).
 * Links are looked up at the end, in the pages as they are then: a change may link to what a later one brings.
 */
export async function applyChanges(
  line: LineEdit,
  changes: ContentChange[],
  read: BatchTexts,
): Promise<AppliedChanges> {
  const { editor, files } = line
  const finder = editor.find()
  await requireOwnRefs(changes, finder)
  for (const { id, entry } of files) editor.files.put(id, entry)
  const batch: Batch = {
    ...line,
    affected: new AffectedPages(),
    refs: referencesOf(files),
    finder,
    insertedContents: [],
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
        markdown: await resolveLinks(text, standpointOf(content), found),
      })
  }
}
