import { atLeast } from '@quire/access'
import { type ChangeRequestReview, type Comment, timestamp, withoutNulls } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import { sql as raw, type Selectable } from 'kysely'
import type { ChangeRequestRow } from '../change-requests/change-requests.rules.ts'
import { show } from '../comments/show.ts'
import { onChangeRequestRow } from '../comments/targets.ts'
import type { ContentContext } from '../context.ts'
import type { Sql, Tables } from '../database.ts'
import type { Format } from '../pages/bodies.ts'
import { peopleOf } from '../people/people.ts'

type ReviewRow = Selectable<Tables['change_request_review']>

/** A newer request, or a newer review, takes the place of what these people said before. */
export async function outdateReviews(
  { sql, deps }: Pick<ContentContext, 'sql' | 'deps'>,
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

/** Nobody waits for another review any more: the last one that the reviewer gave counts again. */
export async function restoreReview(
  { sql, deps }: Pick<ContentContext, 'sql' | 'deps'>,
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

/** The reviews of one change request as the caller sees them, in the order of the rows. */
export async function showReviews(
  context: ContentContext,
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
    ...withoutNulls({
      requestedBy: row.requested_by === null ? null : user(row.requested_by),
      comment: comments.get(row.id) ?? null,
    }),
  }))
}

export const reviewsBy = (sql: Sql, ids: string[]): Promise<ReviewRow[]> =>
  sql.selectFrom('change_request_review').selectAll().where('id', '=', anyOf(ids)).execute()

/** The length of the comment that was given with a review; 0 for a caller who does not see it. */
export const bytesOfComment = ({ access }: Pick<ContentContext, 'access'>) =>
  (seesDiscussion({ access })
    ? raw<number>`(
        select coalesce(sum(octet_length(markdown)), 0)::int from comment where review_id = change_request_review.id)`
    : raw<number>`0`
  ).as('bytes')

const seesDiscussion = ({ access }: Pick<ContentContext, 'access'>) => atLeast(access.level, 'comment')

/** The comments given with reviews, by review; none for a caller who may not see the discussion. */
async function commentsOn(
  context: ContentContext,
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
  const shown = await show(context, onChangeRequestRow(context, changeRequest), rows, format)
  return new Map(shown.flatMap((comment) => (comment.target.review ? [[comment.target.review, comment]] : [])))
}
