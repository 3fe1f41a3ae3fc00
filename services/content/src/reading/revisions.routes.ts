import { revisionOperations } from '@quire/contracts'
import { presentChangesOfChangeRequest, presentChangesOfRevision } from '../editing/diff/changes.ts'
import { openRevision } from '../pages/open-revision.ts'
import { contentReads } from './content-reads.ts'
import { implement, type ReadingContext } from './context.ts'
import { readDocument } from './read-document.ts'

type OfRevision = Pick<ReadingContext, 'sql' | 'deps'> & { params: { spaceId: string; revisionId: string } }

const revision = contentReads((context: OfRevision) =>
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
  getRevisionSemanticChanges: presentChangesOfRevision,
  getChangeRequestChanges: presentChangesOfChangeRequest,

  getDocumentById: readDocument,
})
