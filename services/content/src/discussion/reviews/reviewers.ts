import { spaceLevelsOfUsers } from '@quire/access'
import { type ChangeRequestRequestedReviewer, timestamp } from '@quire/contracts'
import { anyOf, badRequest, newId } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database.ts'
import type { ChangeRequestRow } from '../../editing/change-requests/change-requests.rules.ts'
import { membersOf } from '../../workspace/people.ts'
import type { DiscussionContext } from '../context.ts'
import { outdateReviews } from './reviews.ts'

type ReviewerRow = Selectable<Tables['change_request_reviewer']>

/** Throws 400 naming the first person who cannot see the space: nobody is asked to review hidden content. */
export async function requireReaders(
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
export async function requestReviews(
  context: DiscussionContext,
  { id, revision }: ChangeRequestRow,
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
    .returning('user_id')
    .execute()
  await outdateReviews(
    context,
    id,
    added.map((row) => row.user_id),
  )
  return sql
    .selectFrom('change_request_reviewer')
    .selectAll()
    .where('change_request_id', '=', id)
    .where('user_id', '=', anyOf(reviewers))
    .orderBy('id', 'desc')
    .execute()
}

/** Creates the presenter of a page of requests, with one query, however many requests there are. */
export async function reviewerPresenter(context: DiscussionContext, rows: ReviewerRow[]) {
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
