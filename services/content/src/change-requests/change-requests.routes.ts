import { changeRequestOperations } from '@quire/contracts'
import { conflict, created, listOf, newId, prepared } from '@quire/kit'
import { sql as raw, type UpdateObject } from 'kysely'
import { type ContentContext, implement } from '../context.ts'
import type { Tables } from '../database.ts'
import { presentFile } from '../files/files.present.ts'
import { type OpenRevision, openRevision } from '../pages/history.ts'
import { showPage, showRevision, showTree } from '../pages/reading.ts'
import { RevisionEditor } from '../revisions/editor.ts'
import { writeRevision } from '../revisions/revisions.ts'
import { changeSpace } from '../spaces/spaces.state.ts'
import { keepFiles } from './batch-files.ts'
import { showChangeRequest, showChangeRequests } from './change-requests.present.ts'
import {
  findChangeRequest,
  moveStatus,
  requireEditable,
  requireTransition,
  saveChangeRequest,
} from './change-requests.rules.ts'
import { type Applied, applyChanges } from './content-changes.ts'
import { mergeIntoSpace, updateFromSpace } from './merging.ts'

type InChangeRequest = ContentContext & { params: { spaceId: string; changeRequestId: string } }

async function openChangeRequest(context: InChangeRequest): Promise<OpenRevision> {
  const { revision } = await findChangeRequest(context.sql, context.params)
  return openRevision(context, context.params.spaceId, revision)
}

const locked = (context: InChangeRequest) => () => findChangeRequest(context.sql, context.params, true)

export const changeRequestRoutes = implement(changeRequestOperations, {
  async listChangeRequestsForSpace(context) {
    const { sql, params, query, page, cursors } = context
    const after = page.cursor?.after[0]
    const rows = await sql
      .selectFrom('change_request')
      .selectAll()
      .where('space_id', '=', params.spaceId)
      .where('status', '=', query.status)
      .$if(query.creator !== undefined, (select) => select.where('created_by', '=', query.creator ?? ''))
      .$if(query.contributor !== undefined, (select) =>
        select.where((where) =>
          where.exists(
            where
              .selectFrom('revision')
              .select('revision.id')
              .whereRef('revision.change_request_id', '=', 'change_request.id')
              .where('revision.created_by', '=', query.contributor ?? ''),
          ),
        ),
      )
      .$if(after !== undefined, (select) => select.where('id', '<', String(after)))
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute()
    const shown = await showChangeRequests(context, params.spaceId, rows)
    return listOf({ page, cursors, rows: shown, present: (one) => one, after: (one) => [one.id] })
  },

  async createChangeRequest(context) {
    const { sql, params, body, userId } = context
    const space = await changeSpace(context, params.spaceId, {
      change_requests: raw<number>`change_requests + 1`,
      change_requests_draft: raw<number>`change_requests_draft + 1`,
    })
    const now = new Date()
    const row = await sql
      .insertInto('change_request')
      .values({
        id: newId(),
        space_id: space.id,
        // Gapless: the counter moved under the space's lock, and goes back if this does not commit.
        number: space.change_requests,
        status: 'draft',
        subject: body.subject ?? '',
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

  async updateChangeRequestById(context) {
    const { body } = context
    const row = await findChangeRequest(context.sql, context.params, true)
    if (row.status === 'merged') throw conflict('The change request is merged: it no longer changes.')
    const change: UpdateObject<Tables, 'change_request'> = body.subject === undefined ? {} : { subject: body.subject }
    requireTransition(row.status, body.status ?? row.status)
    return showChangeRequest(context, await moveStatus(context, row, body.status ?? row.status, change))
  },

  updateChangeRequestContent: prepared(
    (context) => keepFiles(context, context.body.changes),
    async (context, files) => {
      const { sql, params, body, query, userId, deps } = context
      const row = await findChangeRequest(sql, params, true)
      requireEditable(row)
      const open = await openRevision(context, params.spaceId, row.revision)
      const now = new Date().toISOString()
      const editor = new RevisionEditor(open.storage, open.revision.roots, now)
      const applied = await applyChanges({ context, editor, open, initial: row.revision_initial, files }, body.changes)
      const revision = await writeRevision(
        sql,
        {
          spaceId: params.spaceId,
          changeRequestId: row.id,
          parents: [row.revision],
          kind: 'edits',
          message: null,
          createdBy: userId,
          createdAt: now,
        },
        await editor.finish(),
      )
      const changeRequest = await showChangeRequest(
        context,
        await saveChangeRequest(context, row.id, { revision: revision.id }),
      )
      if (query.compat !== false) return changeRequest
      return {
        changeRequest,
        changes: applied.map((one) => presentApplied(one, `${changeRequest.urls.location}/content/page`)),
        insertedFiles: files.map(({ id, entry }) => presentFile(id, entry, deps.files, {})),
      }
    },
  ),

  getRevisionOfChangeRequestById: async (context) => showRevision(context, await openChangeRequest(context), undefined),
  listPagesInChangeRequest: async (context) => showTree(context, await openChangeRequest(context)),
  getPageInChangeRequestById: async (context) =>
    showPage(context, await openChangeRequest(context), context.params.pageId),

  mergeChangeRequest: (context) => mergeIntoSpace(context, context.params.spaceId, locked(context)),
  updateChangeRequest: (context) => updateFromSpace(context, context.params.spaceId, locked(context)),
})

function presentApplied(applied: Applied, pages: string) {
  if (applied.object === 'deleted_page') return applied
  const page = { object: 'page' as const, id: applied.page, urls: { location: `${pages}/${applied.page}` } }
  return { ...applied, page }
}
