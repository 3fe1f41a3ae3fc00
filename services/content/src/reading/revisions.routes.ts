import { revisionOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { showChangesOfChangeRequest, showChangesOfRevision } from '../changes/changes.ts'
import { type ContentContext, implement } from '../context.ts'
import { documentTree } from '../pages/document-trees.ts'
import { openRevision, storageOf } from '../pages/history.ts'
import { evaluationFor } from '../pages/readers.ts'
import { readingOf } from './reading.ts'

type OfRevision = Pick<ContentContext, 'sql' | 'deps'> & { params: { spaceId: string; revisionId: string } }

const revision = readingOf((context: OfRevision) =>
  openRevision(context, context.params.spaceId, context.params.revisionId),
)

export const revisionRoutes = implement(revisionOperations, {
  getRevisionById: revision.revision,
  listPagesInRevisionById: revision.pages,
  getPageInRevisionById: revision.page,
  getPageInRevisionByPath: revision.pageAtPath,
  getPageDocumentInRevisionById: revision.pageDocument,
  listFilesInRevisionById: revision.files,
  getFileInRevisionById: revision.file,
  getReusableContentInRevisionById: revision.reusableContent,
  getReusableContentDocumentInRevisionById: revision.reusableContentDocument,
  getRevisionSemanticChanges: showChangesOfRevision,
  getChangeRequestChanges: showChangesOfChangeRequest,

  async getDocumentById(context) {
    const { sql, deps, params } = context
    const document = deps.documentIds(params.spaceId).hashIn(params.documentId)
    if (document === undefined) throw notFound('The document')
    const row = await sql
      .selectFrom('document')
      .innerJoin('space', 'space.store', 'document.store')
      .select('document.store')
      .where('space.id', '=', params.spaceId)
      .where('document.hash', '=', document)
      .executeTakeFirst()
    if (!row) throw notFound('The document')
    // Which page it is on is not known here, so a visitor is shown what is for them on any page.
    return documentTree(context, storageOf(context, row.store), { document }, evaluationFor(context.caller, undefined))
  },
})
