import { newId, notFound } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import { contribution } from '../../editing/change-requests/contributors.ts'
import type { PersonRow } from '../../workspace/people.ts'
import type { DiscussionContext } from '../context.ts'
import type { CommentRow, CommentTarget } from './comments.rules.ts'

/** The columns of a new comment that do not follow from its target and author. */
export type NewComment = Partial<
  Pick<
    CommentRow,
    'page_id' | 'page' | 'node_id' | 'node_preview' | 'table_record' | 'table_definition' | 'review_id' | 'revision'
  >
> &
  Pick<CommentRow, 'markdown'>

/** A new comment with its author; null if the projection does not have the person yet. */
export type AddedComment = CommentRow & { person: PersonRow | null }

/**
 * Adds a comment by the caller in one statement, which also raises the counter of its target; on a change request the
 * comment is a contribution. Without a revision of its own, the comment is about the current revision of the target.
 * Throws 404 if the target was deleted permanently meanwhile.
 */
export async function addComment(
  context: DiscussionContext,
  target: CommentTarget,
  comment: NewComment,
): Promise<AddedComment> {
  const { sql, userId, deps, afterCommit } = context
  const changeRequestId = target.changeRequest?.id ?? null
  const postedAt = deps.now()
  const { rows } = await raw<AddedComment>`
    with ${target.changeRequest ? onChangeRequest(target.changeRequest.id, userId, postedAt) : onSpace(target.spaceId)},
    added as (
      insert into comment (id, space_id, change_request_id, review_id, revision, page_id, page, node_id, node_preview,
        table_record, table_definition, markdown, status, replies, posted_by, posted_at)
      select ${newId()}, ${target.spaceId}, ${changeRequestId}, ${comment.review_id ?? null},
        coalesce(${comment.revision ?? null}, revision), ${comment.page_id ?? null}, ${asJson(comment.page)}::jsonb,
        ${comment.node_id ?? null}, ${comment.node_preview ?? null}, ${comment.table_record ?? null}, ${comment.table_definition ?? null}, ${comment.markdown}, 'open', 0, ${userId},
        ${postedAt}::timestamptz
      from counted returning *
    )
    select added.*, to_jsonb(person) as person from added left join person on person.id = added.posted_by`.execute(sql)
  const [row] = rows
  if (!row) throw notFound(target.changeRequest ? 'The change request' : 'The space')
  if (!target.changeRequest) afterCommit(deps.publishCounters)
  return row
}

const asJson = (value: unknown) => (value ? JSON.stringify(value) : null)

/** Changes the counter in the same way as `countInSpace`. */
const onSpace = (spaceId: string): RawBuilder<unknown> => raw`
  counted as (
    update space set comments = comments + 1, counters_version = counters_version + 1
    where id = ${spaceId} returning id, revision
  ), marked as (insert into space_counter_mark (space_id) select id from counted)`

/** Locks the change request before the contribution, like everything that locks both. */
const onChangeRequest = (id: string, userId: string, at: Date): RawBuilder<unknown> => raw`
  counted as (
    update change_request set comments = comments + 1 where id = ${id} returning id, space_id, revision
  ), contributed as (${contribution('counted', { by: userId, at, type: 'comment' })})`
