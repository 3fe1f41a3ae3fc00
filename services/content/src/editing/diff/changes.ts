import type { SemanticChanges } from '@quire/contracts'
import { keysBefore, notOfThisList, type Page } from '@quire/kit'
import type { z } from 'zod'
import { viewOf } from '../../pages/content.present.ts'
import { type OpenRevision, openRevision } from '../../pages/open-revision.ts'
import type { View } from '../../pages/pages.present.ts'
import { presentReusableContent } from '../../pages/reusable-contents.present.ts'
import { presentFile } from '../../storage/files/files.present.ts'
import type { Files } from '../../storage/files/files.ts'
import type { FileEntry, ReusableContentEntry } from '../../storage/revisions/revision-entries.ts'
import { emptyRoots, type Roots } from '../../storage/revisions/revision-entries.ts'
import { changedFiles } from '../../storage/revisions/revision-reads.ts'
import { findRevision, type Revision } from '../../storage/revisions/revisions.ts'
import type { Storage } from '../../storage/revisions/storage.ts'
import { diff } from '../../storage/trees/diff.ts'
import { lastSeen, mergedFrom } from '../change-requests/change-requests.present.ts'
import { type ChangeRequestPath, findChangeRequest } from '../change-requests/change-requests.rules.ts'
import type { EditingContext } from '../context.ts'
import { fileAttributes, reusableContentAttributes, withDocumentIds } from './changed-attributes.ts'
import type { LazyChange } from './entry-changes.ts'
import { entryChanges } from './entry-changes.ts'
import { pageChanges } from './page-changes.ts'

type ChangesRequest<Params> = Pick<EditingContext, 'sql' | 'deps' | 'parser' | 'page' | 'cursors'> & { params: Params }
type PresentedChanges = z.input<typeof SemanticChanges>

/**
 * Presents the changes of a revision from the one given as `base`, or from its first parent; everything in it, if it has
 * no parent.
 */
export async function presentChangesOfRevision(
  context: ChangesRequest<{ spaceId: string; revisionId: string }> & { query: { base?: string | undefined } },
): Promise<PresentedChanges> {
  const { spaceId, revisionId } = context.params
  const after = await openRevision(context, spaceId, revisionId)
  const { base } = context.query
  if (base !== undefined) {
    const { revision } = await openRevision(context, spaceId, base)
    return changesBetween(context, revision, after)
  }
  const [parent] = after.revision.parents
  const before = parent === undefined ? undefined : await findRevision(context.sql, spaceId, parent)
  const merged = await mergedFrom(context, after.revision)
  const changes = await changesBetween(context, before, after)
  return { ...changes, ...(merged && { mergedFrom: merged }) }
}

/**
 * Presents the changes of a change request from the last live revision merged into it; ignores later live revisions. A
 * list continues between the revisions that it began with.
 */
export async function presentChangesOfChangeRequest(
  context: ChangesRequest<ChangeRequestPath>,
): Promise<PresentedChanges> {
  const { spaceId } = context.params
  const row = await findChangeRequest(context.sql, context.params)
  const [, , from = lastSeen(row), to = row.revision] = keysBefore(context.page, keysOfChange) ?? []
  const [before, after] = await Promise.all([openRevision(context, spaceId, from), openRevision(context, spaceId, to)])
  return changesBetween(context, before.revision, after)
}

/** The number of the order keys of a change: its type and id, and the revisions that are compared. */
const keysOfChange = 4

/**
 * Compares pages, files and reusable contents with a revision, or with nothing. The cost grows with the difference, and is
 * the same for every page of the list; presents the changes of the requested page.
 */
async function changesBetween(
  context: ChangesRequest<unknown>,
  earlier: Revision | undefined,
  open: OpenRevision,
): Promise<PresentedChanges> {
  const { deps, page, cursors } = context
  const { storage, revision } = open
  const before = earlier?.roots ?? emptyRoots()
  const view = viewOf(context, open, {})
  const all = [
    ...(await pageChanges(storage, before, revision.roots, view)),
    ...(await fileChanges(storage, before, revision.roots, deps.files)),
    ...(await reusableContentChanges(storage, before, revision.roots, view)),
  ]
  const start = startOf(page, all)
  const listed = all.slice(start, start + page.limit)
  const changes = listed.map(({ present }) => present())
  const more = all.length - start - listed.length
  const last = listed.at(-1)
  if (more === 0 || !last) return { changes }
  const after = [last.type, last.id, earlier?.id ?? '', revision.id]
  return { changes, more, next: { page: cursors.encode({ after }) } }
}

/** Returns the index after the change at which the previous page ended. */
function startOf(page: Page, all: readonly LazyChange[]): number {
  const [type, id] = keysBefore(page, keysOfChange) ?? []
  if (type === undefined) return 0
  const at = all.findIndex((change) => change.type === type && change.id === id)
  if (at < 0) throw notOfThisList()
  return at + 1
}

/** Returns the reusable content changes between two revisions. */
export async function reusableContentChanges(
  { nodes }: Storage,
  before: Roots,
  after: Roots,
  view: View,
): Promise<LazyChange[]> {
  const present = (id: string, entry: ReusableContentEntry) =>
    presentReusableContent(id, entry, { ...view, metadata: false })
  return entryChanges(await diff(nodes, before.reusables, after.reusables), {
    kind: 'reusable_content',
    attributes: reusableContentAttributes,
    created: (id, entry) => ({ type: 'reusable_content_created', reusableContent: present(id, entry) }),
    edited: (id, entry, changed) => ({
      type: 'reusable_content_edited',
      reusableContent: present(id, entry),
      attributes: withDocumentIds(changed, { kind: 'reusable-content', id }, view),
    }),
    deleted: (id, entry) => ({ type: 'reusable_content_deleted', reusableContent: present(id, entry) }),
  })
}

/** Returns the file changes between two revisions. Every file has a download address, even a deleted one. */
export async function fileChanges(
  storage: Storage,
  before: Roots,
  after: Roots,
  files: Pick<Files, 'downloadUrl'>,
): Promise<LazyChange[]> {
  const present = (id: string, entry: FileEntry) => {
    const { name, contentType, downloadURL } = presentFile(id, entry, files, {})
    return { id, name, contentType, downloadURL }
  }
  return entryChanges(await changedFiles(storage, before, after), {
    kind: 'file',
    attributes: fileAttributes,
    created: (id, entry) => ({ type: 'file_created', file: present(id, entry) }),
    edited(id, entry, { downloadURL: bytes, ...others }, earlier) {
      const [file, was] = [present(id, entry), present(id, earlier)]
      const downloadURL = bytes && { downloadURL: { before: was.downloadURL, after: file.downloadURL } }
      return { type: 'file_edited', file, attributes: { ...others, ...downloadURL } }
    },
    deleted: (id, entry) => ({ type: 'file_deleted', file: present(id, entry) }),
  })
}
