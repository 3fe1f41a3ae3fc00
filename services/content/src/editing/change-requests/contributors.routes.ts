import { atLeast } from '@quire/access'
import { contributorOperations, timestamp } from '@quire/contracts'
import { countOf, keysetPage, listOf } from '@quire/kit'
import { peopleOf } from '../../workspace/people.ts'
import { implement } from '../context.ts'
import { findChangeRequest } from './change-requests.rules.ts'

export const contributorRoutes = implement(contributorOperations, {
  /**
   * Lists contributors by person: whoever contributes between two pages is still on one of them. Hides the participants of
   * the discussion from callers who may not see it.
   */
  async getContributorsByChangeRequestId(context) {
    const { sql, params, access, page, cursors, deps } = context
    const { id } = await findChangeRequest(sql, params)
    const listed = sql
      .selectFrom('change_request_contributor')
      .where('change_request_id', '=', id)
      .$if(!atLeast(access.level, 'comment'), (select) => select.where('action_type', '=', 'edit'))
    const rows = await keysetPage(listed.selectAll(), page, ['user_id', 'action_type']).execute()
    const user = await peopleOf(
      { sql, deps },
      rows.map((row) => row.user_id),
    )
    return listOf({
      page,
      cursors,
      rows,
      present: (row) => ({
        user: user(row.user_id),
        actionType: row.action_type,
        count: row.count,
        updatedAt: timestamp(row.updated_at),
      }),
      after: (row) => [row.user_id, row.action_type],
      count: () => countOf(sql, listed),
    })
  },
})
