import type { ContentChange } from '@quire/contracts'
import { badRequest, guardedFetch, newId } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { StoredFile } from '../files/stored-file.ts'
import { bodyToMarkdown } from '../pages/bodies.ts'
import { type OpenRevision, openRevision } from '../pages/history.ts'
import type { PagePatch, RevisionEditor } from '../revisions/editor.ts'
import type { FileEntry, PageEntry } from '../revisions/entries.ts'
import { markdownOf, pageById } from '../revisions/reader.ts'
import { withReferences } from './references.ts'

/** A file of the batch whose bytes are kept already. */
export interface BatchFile {
  id: string
  ref: string
  entry: FileEntry
}

const fetchTimeoutMs = 30_000
const largestFile = 10 * 1024 * 1024

/** Fetches and keeps the files of a batch, before anything is written; refusals name the file at fault. */
export async function keepFiles({ deps, signal }: ContentContext, changes: ContentChange[]): Promise<BatchFile[]> {
  const kept: BatchFile[] = []
  for (const [index, change] of changes.entries()) {
    if (change.operation !== 'insert_files') continue
    for (const [at, file] of change.files.entries()) {
      const field = `body.changes.${index}.files.${at}`
      const bytes =
        file.base64 === undefined
          ? await download(String(file.url), `${field}.url`)
          : decode(file.base64, `${field}.base64`)
      kept.push({
        id: newId(),
        ref: file.ref ?? file.name,
        entry: entryOf(file.name, await deps.files.keep(file.name, bytes)),
      })
    }
  }
  return kept

  async function download(url: string, field: string): Promise<Buffer> {
    const options = { allow: deps.outboundAllow, field, signal, timeoutMs: fetchTimeoutMs, maxBytes: largestFile }
    return (await guardedFetch(url, options)).body
  }
}

function decode(base64: string, field: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > largestFile) throw badRequest(field, `is larger than ${largestFile} bytes`)
  return bytes
}

function entryOf(name: string, { sha256, size, contentType, dimensions }: StoredFile): FileEntry {
  return { name, contentType, size, blob: sha256, ...(dimensions && { dimensions }) }
}

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
