import { spaceLevelsOfUsers } from '@quire/access'
import { type ChangeRequestRequestedReviewer, timestamp } from '@quire/contracts'
import { anyOf, badRequest, newId } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { ChangeRequestRow } from '../change-requests/change-requests.rules.ts'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import { membersOf } from '../people/people.ts'
import { outdateReviews } from './reviews.ts'

type ReviewerRow = Selectable<Tables['change_request_reviewer']>

/** Throws 400 naming the first who does not see the space: nobody is asked to review what is hidden from them. */
export async function requireReaders(
  { sql, deps, params }: ContentContext & { params: { spaceId: string } },
  userIds: string[],
) {
  const levels = await spaceLevelsOfUsers(sql, { spaceId: params.spaceId, userIds }, deps.isBarred)
  const stranger = userIds.findIndex((id) => (levels.get(id) ?? 'none') === 'none')
  if (stranger >= 0) throw badRequest(`body.users.${stranger}`, 'is nobody who sees this space')
}

/**
 * Asks these people to review a change request as it is now, and answers the requests to them. Earlier open requests
 * stay as they were. A new request makes the review that the person gave before outdated.
 */
export async function requestReviews(
  context: ContentContext,
  { id, revision }: ChangeRequestRow,
  userIds: string[],
): Promise<ReviewerRow[]> {
  if (userIds.length === 0) return []
  const { sql, userId, deps } = context
  const asked = [...new Set(userIds)]
  const added = await sql
    .insertInto('change_request_reviewer')
    .values(
      asked.map((user_id) => ({
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
    .where('user_id', '=', anyOf(asked))
    .orderBy('id', 'desc')
    .execute()
}

/** Makes the presenter of a page of requests: one query, however many there are. */
export async function reviewerPresenter(context: ContentContext, rows: ReviewerRow[]) {
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
