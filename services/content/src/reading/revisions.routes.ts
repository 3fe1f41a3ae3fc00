import { revisionOperations } from '@quire/contracts'
import { showChangesOfChangeRequest, showChangesOfRevision } from '../changes/changes.ts'
import { type ContentContext, implement } from '../context.ts'
import { openRevision } from '../pages/history.ts'
import { readDocument } from './documents.ts'
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

  getDocumentById: readDocument,
})
