import type { ContentChange } from '@quire/contracts'
import type { Link } from '@quire/document'
import type { ContentContext } from '../context.ts'
import { inField } from '../pages/bodies.ts'
import type { OpenRevision } from '../pages/history.ts'
import type { ReadText } from '../pages/plain-text.ts'
import type { RevisionEditor } from '../revisions/editor.ts'
import type { RevisionFinder } from '../revisions/finder.ts'
import { type AffectedPage, AffectedPages } from './affected-pages.ts'
import type { BatchFile } from './batch-files.ts'
import { type BatchTexts, fieldOf } from './batch-texts.ts'
import { resolveLinks } from './link-targets.ts'
import { insertPage, updatePage } from './page-changes.ts'
import { type References, referencesOf, requireOwnRefs } from './references.ts'
import { revertPage } from './reverts.ts'

interface LineEdit {
  context: ContentContext
  editor: RevisionEditor
  /** The change request's revision that the batch starts from. */
  open: OpenRevision
  /** The revision of the main line that the change request grew from. */
  base: string
  files: BatchFile[]
}

/** A batch under way: the editor of the change request's next revision, and what is done after all changes. */
export interface Batch extends LineEdit {
  affected: AffectedPages
  refs: References
  /** Finds by ids, slugs and files. It knows the files of pages as they were before the batch. */
  finder: RevisionFinder
  /**
   * By page id: texts whose links are not looked up yet, the field they came in, and the links where they are known.
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
): Promise<AffectedPage[]> {
  const { editor, files } = line
  const finder = editor.find()
  await requireOwnRefs(changes, finder)
  editor.putFiles(files.map(({ id, entry }) => [id, entry] as const))
  const batch = { ...line, affected: new AffectedPages(), refs: referencesOf(files), finder, texts: new Map() }
  for (const [index, change] of changes.entries()) await applyChange(batch, change, fieldOf(index), read.get(index))
  await writeTexts(batch)
  return batch.affected.outcome(editor)
}

async function applyChange(
  batch: Batch,
  change: ContentChange,
  field: string,
  text: ReadText | undefined,
): Promise<void> {
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
  }
}

async function writeTexts({ context, editor, refs, texts }: Batch): Promise<void> {
  const found = { finder: editor.find(), refs }
  for (const [id, { markdown, field, links }] of texts) {
    const page = await editor.page(id)
    if (!page) continue
    const all = links ?? (await inField(field, () => context.parser.run('links', markdown)))
    await editor.updatePage(id, { markdown: await resolveLinks({ markdown, links: all }, { id, page }, found) }, field)
  }
}
