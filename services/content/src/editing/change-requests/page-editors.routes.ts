import { pageEditorOperations, timestamp } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { openRevision } from '../../pages/open-revision.ts'
import { get } from '../../storage/trees/tree-reads.ts'
import { membersOf } from '../../workspace/people.ts'
import { implement } from '../context.ts'
import { findChangeRequest, requireActive } from './change-requests.rules.ts'

/** An announcement counts this long; clients repeat it more often. */
const countsForMs = 45_000
/** The most people that an answer names, the newest first. */
const maxEditors = 20

export const pageEditorRoutes = implement(pageEditorOperations, {
  /**
   * Announces that the caller edits a page, or no longer does, and answers who else does. Removes what has expired in the
   * change request, so that the table holds nothing else for long. A page that is gone, or may not change any more, can
   * still be left.
   */
  async announcePageEditing(context) {
    const { sql, params, body, userId, deps } = context
    const changeRequest = await findChangeRequest(sql, params)
    if (body.active) {
      requireActive(changeRequest)
      const { storage, revision } = await openRevision(context, params.spaceId, changeRequest.revision)
      if (!(await get(storage.nodes, revision.roots.pages, params.pageId))) throw notFound('The page')
    }
    const now = deps.now()
    const of = { change_request_id: changeRequest.id, page_id: params.pageId, user_id: userId }
    const expired = new Date(now.getTime() - countsForMs)
    await sql
      .deleteFrom('page_editor')
      .where('change_request_id', '=', changeRequest.id)
      .where((row) =>
        row.or([
          row('seen_at', '<', expired),
          ...(body.active ? [] : [row.and({ page_id: params.pageId, user_id: userId })]),
        ]),
      )
      .execute()
    if (body.active)
      await sql
        .insertInto('page_editor')
        .values({ ...of, since: now, seen_at: now })
        .onConflict((known) => known.columns(['change_request_id', 'page_id', 'user_id']).doUpdateSet({ seen_at: now }))
        .execute()
    const rows = await sql
      .selectFrom('page_editor')
      .selectAll()
      .where('change_request_id', '=', changeRequest.id)
      .where('page_id', '=', params.pageId)
      .where('user_id', '<>', userId)
      .where('seen_at', '>=', expired)
      .orderBy('since', 'desc')
      .orderBy('user_id')
      .limit(maxEditors)
      .execute()
    const person = await membersOf(
      context,
      rows.map(({ user_id }) => user_id),
    )
    return {
      object: 'page-editors' as const,
      editors: rows.map(({ user_id, since }) => ({ user: person(user_id), since: timestamp(since) })),
    }
  },
})
