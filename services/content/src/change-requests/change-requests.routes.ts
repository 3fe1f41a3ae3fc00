import { changeRequestOperations } from '@quire/contracts'
import { conflict, created, newId, prepared } from '@quire/kit'
import { keepFiles } from '../authoring/batch-files.ts'
import { readTexts } from '../authoring/batch-texts.ts'
import { applyChanges } from '../authoring/content-changes.ts'
import { implement } from '../context.ts'
import { openRevision } from '../pages/history.ts'
import { RevisionEditor } from '../revisions/editor.ts'
import { endWriting } from '../revisions/unnamed.ts'
import { countInSpace } from '../structure/space-counters.ts'
import { showChangeRequest, showRow } from './change-requests.present.ts'
import {
  findChangeRequest,
  lockChangeRequest,
  moveStatus,
  requireActive,
  requireTransition,
} from './change-requests.rules.ts'
import { presentUpdate } from './content-update.ts'
import { readDescriptions } from './descriptions.ts'
import { continueLine } from './lines.ts'
import { listOfOrganization, listOfSpace } from './lists.ts'
import { mergeIntoSpace, updateFromSpace } from './merging.ts'
import { readWords } from './words.ts'

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
        // Without gaps: the counter rises under the space's lock, and not where this does not commit.
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
    return created(await showChangeRequest(context, row))
  },

  async getChangeRequestById(context) {
    return showChangeRequest(context, await findChangeRequest(context.sql, context.params))
  },

  updateChangeRequestById: prepared(
    (context) => readWords(context, context.body),
    async (context, { words, known }) => {
      const { sql, params, body } = context
      const row =
        body.status === undefined
          ? await findChangeRequest(sql, params, true)
          : (await lockChangeRequest(context, params)).changeRequest
      if (row.status === 'merged') throw conflict('The change request is merged: it no longer changes.')
      const status = body.status ?? row.status
      requireTransition(row.status, status)
      return showChangeRequest(context, await moveStatus(context, row, status, words), known)
    },
  ),

  updateChangeRequestContent: prepared(
    async (context) => {
      const { changes } = context.body
      const texts = await readTexts(context, changes)
      const { description } = await findChangeRequest(context.sql, context.params)
      const known = await readDescriptions(context, [description])
      return { texts, known, ...(await keepFiles(context, changes)) }
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
      const saved = await continueLine(context, row, next, await editor.finish())
      const changeRequest = await showRow(context, saved, known)
      if (writing !== undefined) await endWriting(sql, writing)
      if (query.compat !== false) return changeRequest
      return { changeRequest, ...presentUpdate(context, open, changeRequest.urls.location, { ...applied, files }) }
    },
  ),

  mergeChangeRequest: mergeIntoSpace,
  updateChangeRequest: updateFromSpace,
})
