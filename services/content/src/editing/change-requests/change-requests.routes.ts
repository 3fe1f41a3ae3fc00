import { changeRequestOperations } from '@quire/contracts'
import { conflict, created, newId, prepared } from '@quire/kit'
import { openRevision } from '../../pages/open-revision.ts'
import { endAnnouncedWrite } from '../../storage/revisions/announced-writes.ts'
import { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import { countInSpace } from '../../workspace/tree/space-counters.ts'
import { applyChanges } from '../authoring/apply-changes.ts'
import { storeFiles } from '../authoring/batch-files.ts'
import { readTexts } from '../authoring/batch-texts.ts'
import { implement } from '../context.ts'
import { readDescriptions } from './change-request-descriptions.ts'
import { presentChangeRequest, presentJoinedRow } from './change-requests.present.ts'
import {
  findChangeRequest,
  lockChangeRequest,
  moveStatus,
  requireActive,
  requireTransition,
} from './change-requests.rules.ts'
import { commitToBranch } from './commit-to-branch.ts'
import { presentUpdate } from './content-update.ts'
import { listOfOrganization, listOfSpace } from './list-change-requests.ts'
import { mergeIntoSpace, updateFromSpace } from './merge-change-request.ts'
import { textFields } from './text-fields.ts'

export const changeRequestRoutes = implement(changeRequestOperations, {
  listChangeRequestsForOrganization: listOfOrganization,
  listChangeRequestsForSpace: listOfSpace,

  async createChangeRequest(context) {
    const { sql, params, body, userId } = context
    const space = await countInSpace(context, params.spaceId, { change_requests: 1, change_requests_draft: 1 })
    const now = context.deps.now()
    const row = await sql
      .insertInto('change_request')
      .values({
        id: newId(),
        space_id: space.id,
        organization_id: space.organization_id,
        default_scope: space.default_scope,
        default_level: space.default_level,
        // Numbers have no gaps: the counter rises under the space's lock, and only if this transaction commits.
        number: space.change_requests,
        status: 'draft',
        subject: body.subject ?? '',
        description: null,
        created_by: userId,
        created_at: now,
        updated_at: now,
        revision: space.revision,
        revision_initial: space.revision,
        revision_merged_ancestor: null,
        revision_merged: null,
        comments: 0,
        agent_task_id: body.agentTaskId ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return created(await presentChangeRequest(context, row))
  },

  async getChangeRequestById(context) {
    return presentChangeRequest(context, await findChangeRequest(context.sql, context.params))
  },

  updateChangeRequestById: prepared(
    (context) => textFields(context, context.body),
    async (context, { columns, known }) => {
      const { sql, params, body } = context
      const row =
        body.status === undefined
          ? await findChangeRequest(sql, params, true)
          : (await lockChangeRequest(context, params)).changeRequest
      if (row.status === 'merged') throw conflict('The change request is merged: it no longer changes.')
      const status = body.status ?? row.status
      requireTransition(row.status, status)
      return presentChangeRequest(context, await moveStatus(context, row, status, columns), known)
    },
  ),

  updateChangeRequestContent: prepared(
    async (context) => {
      const { changes } = context.body
      const texts = await readTexts(context, changes)
      const { description } = await findChangeRequest(context.sql, context.params)
      const known = await readDescriptions(context, [description])
      return { texts, known, ...(await storeFiles(context, changes)) }
    },
    async (context, { texts, known, files, replaced, writing }) => {
      const { sql, params, body, query, deps } = context
      const row = await findChangeRequest(sql, params, true)
      requireActive(row)
      const open = await openRevision(context, params.spaceId, row.revision)
      const now = deps.now().toISOString()
      const editor = new RevisionEditor(open.storage, open.revision.roots, now)
      const applied = await applyChanges(
        { context, editor, open, base: row.revision_merged_ancestor ?? row.revision_initial, files, replaced },
        body.changes,
        texts,
      )
      const next = { store: open.revision.store, kind: 'edits' as const, parents: [row.revision], createdAt: now }
      const saved = await commitToBranch(context, row, next, await editor.finish())
      const changeRequest = await presentJoinedRow(context, saved, known)
      if (writing !== undefined) await endAnnouncedWrite(sql, writing)
      if (query.compat !== false) return changeRequest
      return { changeRequest, ...presentUpdate(context, open, changeRequest.urls.location, { ...applied, files }) }
    },
  ),

  mergeChangeRequest: mergeIntoSpace,
  updateChangeRequest: updateFromSpace,
})
