import { reviewOperations } from '@quire/contracts'
import { countOf, created, keysetPage, listOfTexts, newId, notFound, readFirst } from '@quire/kit'
import { findChangeRequest, requireActive, requireSeen } from '../../editing/change-requests/change-requests.rules.ts'
import { notify } from '../../workspace/notifications/notify.ts'
import { addComment } from '../comments/add-comment.ts'
import { commentText } from '../comments/authored-text.ts'
import { onChangeRequestRow } from '../comments/comment-targets.ts'
import { notifyOfComment } from '../comments/notify-readers.ts'
import { implement } from '../context.ts'
import { bytesOfComment, outdateReviews, presentReviews, reviewsBy } from './reviews.ts'

export const reviewRoutes = implement(reviewOperations, {
  /** Lists the reviews, newest first. */
  async getReviewsByChangeRequestId(context) {
    const { sql, params, query, page, cursors } = context
    const changeRequest = await findChangeRequest(sql, params)
    const listed = sql
      .selectFrom('change_request_review')
      .where('change_request_id', '=', changeRequest.id)
      .$if(query.outdated !== undefined, (select) => select.where('outdated', '=', query.outdated ?? false))
    const sized = listed.select(['id', bytesOfComment(context)])
    const rows = await keysetPage(sized, page, ['id'], 'desc').execute()
    const presentAll = async (ids: string[]) =>
      presentReviews(context, changeRequest, await reviewsBy(sql, ids), query.format)
    return listOfTexts({ page, cursors, rows, presentAll, count: () => countOf(sql, listed) })
  },

  async getChangeRequestReviewById(context) {
    const { sql, params, query } = context
    const changeRequest = await findChangeRequest(sql, params)
    const row = await sql
      .selectFrom('change_request_review')
      .selectAll()
      .where('change_request_id', '=', changeRequest.id)
      .where('id', '=', params.reviewId)
      .executeTakeFirst()
    const [review] = row ? await presentReviews(context, changeRequest, [row], query.format) : []
    if (!review) throw notFound('The review')
    return review
  },

  /** Submits a review, also of one's own change request: whoever merges sees who the reviewers are. */
  submitChangeRequestReview: readFirst(
    ({ parser, body }) => commentText(parser, body.comment ?? {}, 'body.comment'),
    async (context, { markdown, mentioned }) => {
      const { sql, params, body, userId } = context
      const changeRequest = await findChangeRequest(sql, params, true)
      requireActive(changeRequest)
      requireSeen(changeRequest, body.revision)
      const request = await sql
        .deleteFrom('change_request_reviewer')
        .where('change_request_id', '=', changeRequest.id)
        .where('user_id', '=', userId)
        .returning('requested_by')
        .executeTakeFirst()
      await outdateReviews(context, changeRequest.id, [userId])
      const now = context.deps.now()
      const row = await sql
        .insertInto('change_request_review')
        .values({
          id: newId(),
          change_request_id: changeRequest.id,
          revision: changeRequest.revision,
          reviewer: userId,
          requested_by: request?.requested_by ?? null,
          status: body.status,
          outdated: false,
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      const target = onChangeRequestRow(context, changeRequest)
      if (markdown.trim() !== '') {
        const { id } = await addComment(context, target, { markdown, review_id: row.id })
        await notifyOfComment(context, target, { id, mentioned }, 'review')
      } else {
        const { id: changeRequestId, space_id: spaceId, created_by } = changeRequest
        const happening = { cause: `review:${row.id}`, kind: 'review' as const, spaceId, changeRequestId }
        await notify(context, happening, [created_by])
      }
      const [review] = await presentReviews(context, changeRequest, [row])
      if (!review) throw new Error('a review was not presented')
      return created(review)
    },
  ),
})
