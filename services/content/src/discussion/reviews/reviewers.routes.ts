import { reviewerOperations } from '@quire/contracts'
import { absent, countOf, deleted, keysetPage, listOf, readFirst } from '@quire/kit'
import {
  findChangeRequest,
  lockChangeRequest,
  moveStatus,
  requireActive,
} from '../../editing/change-requests/change-requests.rules.ts'
import { textColumns } from '../../editing/change-requests/text-fields.ts'
import { implement } from '../context.ts'
import { requestReviews, requireReaders, reviewerPresenter } from './reviewers.ts'
import { restoreReview } from './reviews.ts'

export const reviewerRoutes = implement(reviewerOperations, {
  /** Lists the requested reviewers, newest request first. */
  async getRequestedReviewersByChangeRequestId(context) {
    const { sql, params, page, cursors } = context
    const { id } = await findChangeRequest(sql, params)
    const listed = sql.selectFrom('change_request_reviewer').where('change_request_id', '=', id)
    const rows = await keysetPage(listed.selectAll(), page, ['id'], 'desc').execute()
    return listOf({
      page,
      cursors,
      rows,
      present: await reviewerPresenter(context, rows),
      after: (row) => [row.id],
      count: () => countOf(sql, listed),
    })
  },

  requestReviewersForChangeRequest: readFirst(
    ({ parser, body }) => textColumns(parser, body),
    async (context, words) => {
      const { body, params } = context
      const { changeRequest } = await lockChangeRequest(context, params)
      requireActive(changeRequest)
      await requireReaders(context, body.users)
      // A request for a review ends the draft.
      const status = body.users.length > 0 ? 'open' : changeRequest.status
      const row = await moveStatus(context, changeRequest, status, words)
      const requests = await requestReviews(context, row, body.users)
      return { users: requests.map(await reviewerPresenter(context, requests)) }
    },
  ),

  async removeRequestedReviewerFromChangeRequest(context) {
    const { sql, params } = context
    const { id } = await findChangeRequest(sql, params, true)
    const removed = await sql
      .deleteFrom('change_request_reviewer')
      .where('change_request_id', '=', id)
      .where('user_id', '=', params.userId)
      .returning('user_id')
      .executeTakeFirst()
    if (!removed) return absent()
    await restoreReview(context, id, removed.user_id)
    return deleted()
  },
})
