import { type Comment, timestamp, withoutNulls } from '@quire/contracts'
import { type PersonPresenter, peopleOf } from '../../workspace/people.ts'
import type { DiscussionContext } from '../context.ts'
import type { CommentRow } from './comments.rules.ts'
import { commentReactions, presentReactions, type ReactionRow, reactionsTo } from './reactions.ts'
import { presentRepliers, type ReplierRow, repliersOf } from './repliers.ts'
import type { TargetPagePresenter } from './target-pages.ts'

/** The people, reactions, repliers and pages that a page of comments refers to, loaded once for all of them. */
export interface CommentRelations {
  user: PersonPresenter
  reactions: Map<string, ReactionRow[]>
  repliers: Map<string, ReplierRow[]>
  page: TargetPagePresenter
}

/** The parts of a comment that depend on the caller: the body in the requested format, and the permissions. */
type CommentView = Pick<Comment, 'body' | 'permissions'> & { publicUrl: string }

/** Loads the people, reactions and repliers of comments in three queries, however many comments there are. */
export async function loadRelations(
  context: Pick<DiscussionContext, 'sql' | 'deps'>,
  rows: CommentRow[],
  page: TargetPagePresenter,
): Promise<CommentRelations> {
  const reactions = await reactionsTo(
    context.sql,
    commentReactions,
    rows.map(({ id }) => id),
  )
  const repliers = await repliersOf(context.sql, rows)
  const userIds = new Set([
    ...rows.flatMap((row) => [row.posted_by, row.resolved_by ?? '']),
    ...[...reactions, ...repliers].map((one) => one.user_id),
  ])
  return {
    user: await peopleOf(context, userIds),
    reactions: Map.groupBy(reactions, ({ id }) => id),
    repliers: Map.groupBy(repliers, ({ id }) => id),
    page,
  }
}

/** A comment as the caller sees it. */
export function presentComment(row: CommentRow, relations: CommentRelations, view: CommentView): Comment {
  const { user } = relations
  return {
    object: 'comment',
    id: row.id,
    postedBy: user(row.posted_by),
    postedAt: timestamp(row.posted_at),
    reactions: presentReactions(relations.reactions.get(row.id) ?? [], user),
    replies: row.replies,
    repliers: presentRepliers(relations.repliers.get(row.id) ?? [], user),
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
        page: relations.page(row),
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
