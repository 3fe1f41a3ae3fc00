import { revisionOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { presentChangesOfChangeRequest, presentChangesOfRevision } from '../editing/diff/changes.ts'
import { comparePageOfChangeRequest, comparePageOfRevision } from '../editing/diff/compare-pages.ts'
import type { TextOwner } from '../pages/document-ids.ts'
import { documentTree } from '../pages/document-trees.ts'
import type { OpenRevision } from '../pages/open-revision.ts'
import { openLive, openRevision, openRow, storageOf } from '../pages/open-revision.ts'
import { evaluationFor, isVisible, isVisitor } from '../pages/page-visibility.ts'
import type { PageEntry, ReusableContentEntry } from '../storage/revisions/revision-entries.ts'
import { get } from '../storage/trees/tree-reads.ts'
import type { RevisionTables } from '../tables/revisions.tables.ts'
import { filterVisible } from '../visitors/filter-visible.ts'
import { contentReads } from './content-reads.ts'
import { implement, type ReadingContext } from './context.ts'
import { listLiveRevisions } from './live-revisions.ts'

type OfDocument = ReadingContext & { params: { spaceId: string; documentId: string } }

/** Upper bound on the newest revisions to check. Content does not change that often in the hour that a token lasts. */
const maxRevisions = 100

type OfRevision = Pick<ReadingContext, 'sql' | 'deps'> & { params: { spaceId: string; revisionId: string } }

const revision = contentReads((context: OfRevision) =>
  openRevision(context, context.params.spaceId, context.params.revisionId),
)

export const revisionRoutes = implement(revisionOperations, {
  listLiveRevisions,
  getRevisionById: revision.revision,
  listPagesInRevisionById: revision.pages,
  getPageInRevisionById: revision.page,
  listRevisionPageMetaLinks: revision.pageMetaLinks,
  getPageInRevisionByPath: revision.pageAtPath,
  getPageDocumentInRevisionById: revision.pageDocument,
  listFilesInRevisionById: revision.files,
  getFileInRevisionById: revision.file,
  getReusableContentInRevisionById: revision.reusableContent,
  getReusableContentDocumentInRevisionById: revision.reusableContentDocument,
  getRevisionSemanticChanges: presentChangesOfRevision,
  getChangeRequestChanges: presentChangesOfChangeRequest,
  comparePageInRevision: comparePageOfRevision,
  comparePageInChangeRequest: comparePageOfChangeRequest,

  getDocumentById: readDocument,
})

/** Returns a text of a space by the document id that an earlier read contained. */
export async function readDocument(context: OfDocument) {
  const { deps, params, caller } = context
  const owned = deps.documentIds(params.spaceId).read(params.documentId)
  if (!owned) throw notFound('The document')
  const { document, owner } = owned
  const store = await storeWith(context.sql, params.spaceId, document)
  if (!isVisitor(caller)) return documentTree(context, storageOf(context, store), { document })
  const open = await openLive(context, params.spaceId)
  const page = await ownerFor(context, open, owner)
  const belongsToOwner = page?.document === document || (await belongedToOwner(context, owner, document))
  if (!page || !belongsToOwner) throw notFound('The document')
  const evaluation = evaluationFor(caller, undefined, owner.kind === 'page' ? (page as PageEntry) : undefined)
  return documentTree(context, open.storage, { document }, evaluation)
}

async function storeWith(sql: Sql, spaceId: string, document: string): Promise<string> {
  const row = await sql
    .selectFrom('document')
    .innerJoin('space', 'space.store', 'document.store')
    .select('document.store')
    .where('space.id', '=', spaceId)
    .where('document.hash', '=', document)
    .executeTakeFirst()
  if (!row) throw notFound('The document')
  return row.store
}

/** Returns the live owner of a text; undefined if it is hidden from the visitor. */
async function ownerFor(
  context: OfDocument,
  open: OpenRevision,
  { kind, id }: TextOwner,
): Promise<PageEntry | ReusableContentEntry | undefined> {
  const { storage, revision } = open
  if (kind === 'reusable-content') {
    const isVisibleContent = (await filterVisible(context, open, 'reusable-contents', [id])).has(id)
    return isVisibleContent ? get(storage.nodes, revision.roots.reusables, id) : undefined
  }
  const page = await get(storage.nodes, revision.roots.pages, id)
  return page && (await isVisible(context.caller, storage, revision.roots, page)) ? page : undefined
}

/**
 * True if the owner had this text since the visitor's token was issued: a site may cache live content for that long.
 */
async function belongedToOwner(context: OfDocument, { kind, id }: TextOwner, document: string): Promise<boolean> {
  const { rows } = await raw<RevisionTables['revision']>`
    select before.* from revision
    join revision before on before.id = revision.parents[1]
    where revision.space_id = ${context.params.spaceId} and revision.change_request_id is null
      and revision.created_at >= to_timestamp(${context.caller.visit?.issuedAt ?? 0}::float8)
    order by revision.created_at desc limit ${maxRevisions}`.execute(context.sql)
  for (const row of rows) {
    const { storage, revision } = openRow({ ...context, row })
    const { pages, reusables } = revision.roots
    const was = await (kind === 'page' ? get(storage.nodes, pages, id) : get(storage.nodes, reusables, id))
    if (was?.document === document) return true
  }
  return false
}
