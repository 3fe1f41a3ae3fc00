import { setImmediate } from 'node:timers/promises'
import type { ContentChange } from '@quire/contracts'
import type { ContentContext } from '../context.ts'
import type { OpenRevision } from '../pages/history.ts'
import type { RevisionEditor } from '../revisions/editor.ts'
import type { RevisionFinder } from '../revisions/finder.ts'
import { AffectedPages, type Applied } from './affected-pages.ts'
import type { BatchFile } from './batch-files.ts'
import { resolveLinks } from './link-targets.ts'
import { insertPage, updatePage } from './page-changes.ts'
import { type References, referencesOf, requireOwnRefs } from './references.ts'
import { revertPage } from './reverts.ts'

interface Line {
  context: ContentContext
  editor: RevisionEditor
  /** The change request's revision that the batch starts from. */
  open: OpenRevision
  /** The revision of the main line that the change request grew from. */
  base: string
  files: BatchFile[]
}

/** A batch under way: the editor of the change request's next revision, and what waits for all changes to be made. */
export interface Batch extends Line {
  affected: AffectedPages
  refs: References
  /** Finds by ids, slugs and files; of pages' files it knows those from before the batch. */
  finder: RevisionFinder
  /** By page id: texts whose links are not looked up yet, and the field they came in. */
  texts: Map<string, { markdown: string; field: string }>
}

/**
 * Applies the changes in order (interface 4.10); the first that is not possible refuses them all. Links are looked up
 * at the end, in the pages as they are then, so that whatever the batch brings may be referred to from anywhere in it.
 */
export async function applyChanges(line: Line, changes: ContentChange[]): Promise<Applied[]> {
  const { editor, files } = line
  const finder = editor.find()
  await requireOwnRefs(changes, finder)
  editor.putFiles(files.map(({ id, entry }) => [id, entry] as const))
  const batch = { ...line, affected: new AffectedPages(), refs: referencesOf(files), finder, texts: new Map() }
  for (const [index, change] of changes.entries()) await applyChange(batch, change, `body.changes.${index}`)
  await writeTexts(batch)
  return batch.affected.outcome(editor)
}

async function applyChange(batch: Batch, change: ContentChange, field: string): Promise<void> {
  switch (change.operation) {
    case 'insert_page':
      return insertPage(batch, change, field)
    case 'update_page':
      return updatePage(batch, change, field)
    case 'delete_page':
      return batch.affected.changed(...(await batch.editor.deletePage(change.page, field)))
    case 'revert_page':
      return revertPage(batch, change, field)
    case 'insert_files':
      return
  }
}

async function writeTexts({ editor, refs, texts }: Batch): Promise<void> {
  const finder = editor.find()
  for (const [id, { markdown, field }] of texts) {
    const page = await editor.page(id)
    if (!page) continue
    // Reading a long text takes milliseconds: other requests get their turn in between.
    await setImmediate()
    await editor.updatePage(
      id,
      { markdown: await resolveLinks(markdown, { id, page }, { finder, refs, field }) },
      field,
    )
  }
}
