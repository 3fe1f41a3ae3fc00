import { reviewOperations } from '@quire/contracts'
import { countOf, created, keysetPage, listOfTexts, newId, readFirst } from '@quire/kit'
import { findChangeRequest, requireActive } from '../change-requests/change-requests.rules.ts'
import { addComment } from '../comments/add.ts'
import { onChangeRequestRow } from '../comments/targets.ts'
import { commentMarkdown } from '../comments/texts.ts'
import { implement } from '../context.ts'
import { bytesOfComment, outdateReviews, reviewsBy, showReviews } from './reviews.ts'

export const reviewRoutes = implement(reviewOperations, {
  /** Newest first. */
  async getReviewsByChangeRequestId(context) {
    const { sql, params, query, page, cursors } = context
    const changeRequest = await findChangeRequest(sql, params)
    const listed = sql
      .selectFrom('change_request_review')
      .where('change_request_id', '=', changeRequest.id)
      .$if(query.outdated !== undefined, (select) => select.where('outdated', '=', query.outdated ?? false))
    const sized = listed.select(['id', bytesOfComment(context)])
    const rows = await keysetPage(sized, page, ['id'], 'desc').execute()
    const show = async (ids: string[]) => showReviews(context, changeRequest, await reviewsBy(sql, ids), query.format)
    return listOfTexts({ page, cursors, rows, show, count: () => countOf(sql, listed) })
  },

  /** People may review what they made themselves: those who merge see whose reviews there are. */
  submitChangeRequestReview: readFirst(
    ({ parser, body }) => commentMarkdown(parser, body.comment ?? {}, 'body.comment'),
    async (context, markdown) => {
      const { sql, params, body, userId } = context
      const changeRequest = await findChangeRequest(sql, params, true)
      requireActive(changeRequest)
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
      if (markdown.trim() !== '')
        await addComment(context, onChangeRequestRow(context, changeRequest), { markdown, review_id: row.id })
      const [review] = await showReviews(context, changeRequest, [row])
      if (!review) throw new Error('a review was shown as nothing')
      return created(review)
    },
  ),
})
