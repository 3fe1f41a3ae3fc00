import { atLeast } from '@quire/access'
import { type ChangeRequestReview, type Comment, timestamp, withoutNulls } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { Sql, Tables } from '../../database.ts'
import type { ChangeRequestRow } from '../../editing/change-requests/change-requests.rules.ts'
import type { Format } from '../../pages/text-conversion.ts'
import { peopleOf } from '../../workspace/people.ts'
import { presentComments } from '../comments/comment-resources.ts'
import { onChangeRequestRow } from '../comments/comment-targets.ts'
import type { DiscussionContext } from '../context.ts'

type ReviewRow = Selectable<Tables['change_request_review']>

/** Marks the current reviews of these people as outdated: a newer request or review replaces them. */
export async function outdateReviews(
  { sql, deps }: Pick<DiscussionContext, 'sql' | 'deps'>,
  changeRequestId: string,
  reviewers: string[],
): Promise<void> {
  if (reviewers.length === 0) return
  await sql
    .updateTable('change_request_review')
    .set({ outdated: true, updated_at: deps.now() })
    .where('change_request_id', '=', changeRequestId)
    .where('reviewer', '=', anyOf(reviewers))
    .where('outdated', '=', false)
    .execute()
}

/** Makes the reviewer's last review current again, once the request for another one is withdrawn. */
export async function restoreReview(
  { sql, deps }: Pick<DiscussionContext, 'sql' | 'deps'>,
  changeRequestId: string,
  reviewer: string,
): Promise<void> {
  await sql
    .updateTable('change_request_review')
    .set({ outdated: false, updated_at: deps.now() })
    .where('id', '=', (select) =>
      select
        .selectFrom('change_request_review')
        .select('id')
        .where('change_request_id', '=', changeRequestId)
        .where('reviewer', '=', reviewer)
        .orderBy('id', 'desc')
        .limit(1),
    )
    .execute()
}

/** Presents the reviews of one change request, in the order of the rows. */
export async function presentReviews(
  context: DiscussionContext,
  changeRequest: ChangeRequestRow,
  rows: ReviewRow[],
  format?: Format,
): Promise<ChangeRequestReview[]> {
  const user = await peopleOf(
    context,
    rows.flatMap((row) => [row.reviewer, row.requested_by ?? row.reviewer]),
  )
  const comments = await commentsOn(context, changeRequest, rows, format)
  return rows.map((row) => ({
    object: 'change-request-review',
    id: row.id,
    revision: row.revision,
    reviewer: user(row.reviewer),
    status: row.status,
    outdated: row.outdated,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    urls: {
      location: `${context.deps.publicUrl}/v1/spaces/${changeRequest.space_id}/change-requests/${changeRequest.id}/reviews/${row.id}`,
    },
    ...withoutNulls({
      requestedBy: row.requested_by === null ? null : user(row.requested_by),
      comment: comments.get(row.id) ?? null,
    }),
  }))
}

export const reviewsBy = (sql: Sql, ids: string[]): Promise<ReviewRow[]> =>
  sql.selectFrom('change_request_review').selectAll().where('id', '=', anyOf(ids)).execute()

/** Selects the bytes of the comment that came with a review; 0 for a caller who cannot see the comment. */
export const bytesOfComment = ({ access }: Pick<DiscussionContext, 'access'>) =>
  (seesDiscussion({ access })
    ? raw<number>`(
        select coalesce(sum(octet_length(markdown)), 0)::int from comment where review_id = change_request_review.id)`
    : raw<number>`0`
  ).as('bytes')

const seesDiscussion = ({ access }: Pick<DiscussionContext, 'access'>) => atLeast(access.level, 'comment')

/** Loads the comments that came with reviews, by review; none for a caller who may not see the discussion. */
async function commentsOn(
  context: DiscussionContext,
  changeRequest: ChangeRequestRow,
  reviews: ReviewRow[],
  format?: Format,
): Promise<Map<string, Comment>> {
  if (reviews.length === 0 || !seesDiscussion(context)) return new Map()
  const rows = await context.sql
    .selectFrom('comment')
    .selectAll()
    .where('review_id', '=', anyOf(reviews.map(({ id }) => id)))
    .execute()
  const comments = await presentComments(context, onChangeRequestRow(context, changeRequest), rows, format)
  return new Map(comments.flatMap((comment) => (comment.target.review ? [[comment.target.review, comment]] : [])))
}
