import { changeRequestContentOperations } from '@quire/contracts'
import { type ChangeRequestPath, findChangeRequest } from '../change-requests/change-requests.rules.ts'
import { type ContentContext, implement } from '../context.ts'
import { type OpenRevision, openRevision } from '../pages/history.ts'
import { listConflicts } from './conflicts.ts'
import { readingOf } from './reading.ts'

type OfChangeRequest = Pick<ContentContext, 'sql' | 'deps'> & { params: ChangeRequestPath }

async function openChangeRequest(context: OfChangeRequest): Promise<OpenRevision> {
  const { id, space_id: spaceId, revision } = await findChangeRequest(context.sql, context.params)
  const open = await openRevision(context, spaceId, revision)
  return { ...open, location: `${context.deps.publicUrl}/v1/spaces/${spaceId}/change-requests/${id}/content` }
}

const changeRequest = readingOf(openChangeRequest)

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
