import { spaceLevelsOfUsers } from '@quire/access'
import type { ChangeRequestRequestedReviewer } from '@quire/contracts'
import { reviewerOperations, timestamp } from '@quire/contracts'
import { absent, anyOf, badRequest, countOf, deleted, keysetPage, listOf, newId, readFirst } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database.ts'
import type { ChangeRequestRow } from '../../editing/change-requests/change-requests.rules.ts'
import {
  findChangeRequest,
  lockChangeRequest,
  moveStatus,
  requireActive,
} from '../../editing/change-requests/change-requests.rules.ts'
import { textColumns } from '../../editing/change-requests/text-fields.ts'
import { notify } from '../../workspace/notifications/notify.ts'
import { membersOf } from '../../workspace/people.ts'
import type { DiscussionContext } from '../context.ts'
import { implement } from '../context.ts'
import { outdateReviews, restoreReview } from './reviews.ts'

type ReviewerRow = Selectable<Tables['change_request_reviewer']>

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

/** Throws 400 naming the first person who cannot see the space: nobody is asked to review hidden content. */
async function requireReaders(
  { sql, deps, params }: DiscussionContext & { params: { spaceId: string } },
  userIds: string[],
) {
  const levels = await spaceLevelsOfUsers(sql, { spaceId: params.spaceId, userIds }, deps.isBarred)
  const stranger = userIds.findIndex((id) => (levels.get(id) ?? 'none') === 'none')
  if (stranger >= 0) throw badRequest(`body.users.${stranger}`, 'is nobody who sees this space')
}

/**
 * Requests reviews of the current revision of a change request, and returns the requests to these people. Earlier open
 * requests stay as they are. A new request makes the person's previous review outdated.
 */
async function requestReviews(
  context: DiscussionContext,
  { id, space_id: spaceId, revision }: ChangeRequestRow,
  userIds: string[],
): Promise<ReviewerRow[]> {
  if (userIds.length === 0) return []
  const { sql, userId, deps } = context
  const reviewers = [...new Set(userIds)]
  const added = await sql
    .insertInto('change_request_reviewer')
    .values(
      reviewers.map((user_id) => ({
        change_request_id: id,
        user_id,
        id: newId(),
        revision,
        requested_by: userId,
        created_at: deps.now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'user_id'])
    .execute()
  await outdateReviews(
    context,
    id,
    added.map((row) => row.user_id),
  )
  for (const { id: request, user_id } of added) {
    const happening = {
      cause: `review-request:${request}`,
      kind: 'review-requested' as const,
      spaceId,
      changeRequestId: id,
    }
    await notify(context, happening, [user_id])
  }
  return sql
    .selectFrom('change_request_reviewer')
    .selectAll()
    .where('change_request_id', '=', id)
    .where('user_id', '=', anyOf(reviewers))
    .orderBy('id', 'desc')
    .execute()
}

/** Creates the presenter of a page of requests, with one query, however many requests there are. */
async function reviewerPresenter(context: DiscussionContext, rows: ReviewerRow[]) {
  const user = await membersOf(
    context,
    rows.flatMap((row) => [row.user_id, row.requested_by]),
  )
  return (row: ReviewerRow): ChangeRequestRequestedReviewer => ({
    object: 'change-request-requested-reviewer',
    kind: 'user',
    user: user(row.user_id),
    revision: row.revision,
    requestedBy: user(row.requested_by),
    createdAt: timestamp(row.created_at),
  })
}
