import { type Comment, timestamp, withoutNulls } from '@quire/contracts'
import type { Selectable } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import { peopleOf, type ShowPerson } from '../people/people.ts'
import { commentReactions, presentReactions, type ReactionRow, reactionsTo } from './reactions.ts'
import type { ShowTargetPage } from './target-pages.ts'

export type CommentRow = Selectable<Tables['comment']>

/** What a page of comments shows besides its own rows, fetched once for all of them. */
export interface CommentSurroundings {
  user: ShowPerson
  reactions: Map<string, ReactionRow[]>
  page: ShowTargetPage
}

/** What of a comment depends on the caller: the format that they asked for, and what they may do. */
type CommentView = Pick<Comment, 'body' | 'permissions'> & { publicUrl: string }

/** Loads people and reactions of the comments: two queries, however many there are. */
export async function surroundings(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  rows: CommentRow[],
  page: ShowTargetPage,
): Promise<CommentSurroundings> {
  const reactions = await reactionsTo(
    context.sql,
    commentReactions,
    rows.map(({ id }) => id),
  )
  const userIds = new Set([
    ...rows.flatMap((row) => [row.posted_by, row.resolved_by ?? '']),
    ...reactions.map((one) => one.user_id),
  ])
  return { user: await peopleOf(context, userIds), reactions: Map.groupBy(reactions, ({ id }) => id), page }
}

/** A comment as the caller sees it. */
export function presentComment(row: CommentRow, around: CommentSurroundings, view: CommentView): Comment {
  const { user } = around
  return {
    object: 'comment',
    id: row.id,
    postedBy: user(row.posted_by),
    postedAt: timestamp(row.posted_at),
    reactions: presentReactions(around.reactions.get(row.id) ?? [], user),
    replies: row.replies,
    body: view.body,
    target: {
      space: row.space_id,
      revision: row.revision,
      ...withoutNulls({
        changeRequest: row.change_request_id,
        review: row.review_id,
        node: row.node_id === null ? null : { id: row.node_id, ...withoutNulls({ preview: row.node_preview }) },
        tableCell:
          row.table_record === null || row.table_definition === null
            ? null
            : { record: row.table_record, definition: row.table_definition },
        page: around.page(row),
      }),
    },
    urls: { location: commentLocation(view.publicUrl, row) },
    permissions: view.permissions,
    status: row.status,
    ...withoutNulls({
      editedAt: row.edited_at && timestamp(row.edited_at),
      resolvedAt: row.resolved_at && timestamp(row.resolved_at),
      resolvedBy: row.resolved_by === null ? null : user(row.resolved_by),
    }),
  }
}

/** The address of a comment. */
export function commentLocation(
  publicUrl: string,
  { id, space_id, change_request_id }: Pick<CommentRow, 'id' | 'space_id' | 'change_request_id'>,
): string {
  const within = change_request_id === null ? '' : `/change-requests/${change_request_id}`
  return `${publicUrl}/v1/spaces/${space_id}${within}/comments/${id}`
}
