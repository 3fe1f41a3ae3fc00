import type { ContentChange } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { bodyToMarkdown } from '../pages/bodies.ts'
import { type OpenRevision, openRevision } from '../pages/history.ts'
import type { PagePatch, RevisionEditor } from '../revisions/editor.ts'
import type { PageEntry } from '../revisions/entries.ts'
import { markdownOf, pageById } from '../revisions/reader.ts'
import type { BatchFile } from './batch-files.ts'
import { withReferences } from './references.ts'

/** What one change did, in the terms of the reply. */
export type Applied =
  | { object: 'created_page'; page: string; ref?: string }
  | { object: 'updated_page'; page: string }
  | { object: 'deleted_page'; page: string }

/** Where a batch is applied: the editor of the change request's next revision, and what its texts may refer to. */
export interface Batch {
  context: ContentContext
  editor: RevisionEditor
  /** The change request's revision that the batch starts from, and the one it started from itself. */
  open: OpenRevision
  initial: string
  files: BatchFile[]
}

/** Applies the changes in order (interface 4.10); the first that is not possible refuses them all. */
export async function applyChanges(batch: Batch, changes: ContentChange[]): Promise<Applied[]> {
  batch.editor.putFiles(batch.files.map(({ id, entry }) => [id, entry] as const))
  const applied: Applied[] = []
  for (const [index, change] of changes.entries()) {
    applied.push(...(await applyChange(batch, change, `body.changes.${index}`)))
  }
  return applied
}

async function applyChange(batch: Batch, change: ContentChange, field: string): Promise<Applied[]> {
  const { editor } = batch
  switch (change.operation) {
    case 'insert_page': {
      const { operation: _, document, into = null, at, ref, ...attributes } = change
      const markdown = textOf(batch, document, field)
      const title = attributes.title ?? titleOf(markdown)
      const place = { into, ...(at !== undefined && { at }) }
      const page = await editor.insertPage({ ...setOnly(attributes), title, markdown, ...place }, field)
      return [{ object: 'created_page', page, ...(ref !== undefined && { ref }) }]
    }
    case 'update_page': {
      const { operation: _, page, document, ...patch } = change
      const text = document === undefined ? {} : { markdown: textOf(batch, document, field) }
      await editor.updatePage(page, { ...(definedOnly(patch) as PagePatch), ...text }, field)
      return [{ object: 'updated_page', page }]
    }
    case 'delete_page':
      await editor.deletePage(change.page, field)
      return [{ object: 'deleted_page', page: change.page }]
    case 'revert_page':
      return revert(batch, change.page, change.revision, field)
    case 'insert_files':
      return []
  }
}

function textOf({ files }: Batch, document: Parameters<typeof bodyToMarkdown>[0], field: string): string {
  return withReferences(bodyToMarkdown(document, `${field}.document`), new Map(files.map(({ ref, id }) => [ref, id])))
}

/** Gives a page back what it was in another revision of the space, by default where the change request began. */
async function revert(
  { context, editor, initial, open }: Batch,
  id: string,
  revision: string | undefined,
  field: string,
): Promise<Applied[]> {
  const earlier = await openRevision(context, open.revision.spaceId, revision ?? initial)
  const page = await pageById(earlier.storage, earlier.revision.roots, id)
  if (!page) {
    if (!(await editor.page(id))) throw badRequest(`${field}.page`, 'names no page of either revision')
    await editor.deletePage(id, field)
    return [{ object: 'deleted_page', page: id }]
  }
  const markdown = await markdownOf(earlier.storage, page)
  const parent = page.parent !== null && (await editor.page(page.parent)) ? page.parent : null
  if (await editor.page(id)) await editor.updatePage(id, { ...attributesOf(page), markdown, into: parent }, field)
  else await editor.insertPage({ ...attributesOf(page), id, markdown, into: parent }, field)
  return [{ object: 'updated_page', page: id }]
}

function attributesOf({
  parent: _parent,
  order: _order,
  document: _document,
  updatedAt: _updatedAt,
  ...attributes
}: PageEntry) {
  return attributes
}

/** A page without a title is called by its first heading. */
function titleOf(markdown: string): string {
  return /^ {0,3}# +(.+?)\s*#*\s*$/m.exec(markdown)?.[1] ?? 'Untitled'
}

/** Without the fields that were not given: absent leaves unchanged. */
function definedOnly<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

/** Without the fields that are null: a new page has nothing to clear. */
function setOnly<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined | null> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as never
}
