import { changeRequestContentOperations } from '@quire/contracts'
import { type ChangeRequestPath, findChangeRequest } from '../editing/change-requests/change-requests.rules.ts'
import { type OpenRevision, openRevision } from '../pages/open-revision.ts'
import { contentReads } from './content-reads.ts'
import { implement, type ReadingContext } from './context.ts'
import { listConflicts } from './list-conflicts.ts'

type OfChangeRequest = Pick<ReadingContext, 'sql' | 'deps'> & { params: ChangeRequestPath }

async function openChangeRequest(context: OfChangeRequest): Promise<OpenRevision> {
  const { id, space_id: spaceId, revision } = await findChangeRequest(context.sql, context.params)
  const open = await openRevision(context, spaceId, revision)
  return { ...open, location: `${context.deps.publicUrl}/v1/spaces/${spaceId}/change-requests/${id}/content` }
}

const changeRequest = contentReads(openChangeRequest)

export const changeRequestContentRoutes = implement(changeRequestContentOperations, {
  getRevisionOfChangeRequestById: changeRequest.revision,
  listPagesInChangeRequest: changeRequest.pages,
  getPageInChangeRequestById: changeRequest.page,
  getPageInChangeRequestByPath: changeRequest.pageAtPath,
  listFilesInChangeRequestById: changeRequest.files,
  getFileInChangeRequestById: changeRequest.file,
  getReusableContentInChangeRequestById: changeRequest.reusableContent,
  listConflictsInChangeRequest: async (context) => listConflicts(context, await openChangeRequest(context)),
})
