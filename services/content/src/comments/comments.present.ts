import { atLeast, type Level } from '@quire/access'
import { type Comment, timestamp, withoutNulls } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import { peopleOf, type ShowPerson } from '../people/people.ts'

export type CommentRow = Selectable<Tables['comment']>

/** What a page of comments shows besides its own rows, fetched once for all of them. */
export interface CommentSurroundings {
  user: ShowPerson
  reactions: Map<string, Selectable<Tables['reaction']>[]>
  pages: Map<string, Comment['target']['page']>
}

/** The caller, and the comment's text in the format that they asked for. */
interface CommentView {
  userId: string
  level: Level
  publicUrl: string
  body: Comment['body']
}

/** Loads people and reactions of the comments: two queries, however many there are. */
export async function surroundings(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  rows: CommentRow[],
  pages: CommentSurroundings['pages'],
): Promise<CommentSurroundings> {
  const ids = rows.map((row) => row.id)
  const reactions =
    ids.length === 0
      ? []
      : await context.sql
          .selectFrom('reaction')
          .selectAll()
          .where('comment_id', '=', anyOf(ids))
          .orderBy('reacted_at')
          .execute()
  const userIds = new Set([
    ...rows.flatMap((row) => [row.posted_by, row.resolved_by ?? '']),
    ...reactions.map((one) => one.user_id),
  ])
  return {
    user: await peopleOf(context, userIds),
    reactions: Map.groupBy(reactions, (reaction) => reaction.comment_id),
    pages,
  }
}

/** A comment as the caller sees it. */
export function presentComment(row: CommentRow, around: CommentSurroundings, view: CommentView): Comment {
  const { user } = around
  const isAuthor = row.posted_by === view.userId
  const parent = row.change_request_id
    ? `${view.publicUrl}/v1/spaces/${row.space_id}/change-requests/${row.change_request_id}`
    : `${view.publicUrl}/v1/spaces/${row.space_id}`
  return {
    object: 'comment',
    id: row.id,
    postedBy: user(row.posted_by),
    postedAt: timestamp(row.posted_at),
    reactions: reactionsOf(around.reactions.get(row.id) ?? [], user),
    replies: row.replies,
    body: view.body,
    target: {
      space: row.space_id,
      revision: row.revision,
      ...withoutNulls({
        changeRequest: row.change_request_id,
        review: row.review_id,
        node: row.node_id === null ? null : { id: row.node_id },
        tableCell:
          row.table_record === null || row.table_definition === null
            ? null
            : { record: row.table_record, definition: row.table_definition },
        page: row.page_id === null ? null : around.pages.get(row.page_id),
      }),
    },
    urls: { location: `${parent}/comments/${row.id}` },
    permissions: {
      view: true,
      edit: isAuthor,
      reply: atLeast(view.level, 'comment'),
      delete: isAuthor || view.level === 'admin',
    },
    status: row.status,
    ...withoutNulls({
      editedAt: row.edited_at && timestamp(row.edited_at),
      resolvedAt: row.resolved_at && timestamp(row.resolved_at),
      resolvedBy: row.resolved_by === null ? null : user(row.resolved_by),
    }),
  }
}

function reactionsOf(rows: Selectable<Tables['reaction']>[], user: ShowPerson) {
  return [...Map.groupBy(rows, (row) => row.emoji)].map(([emoji, group]) => ({
    emoji,
    count: group.length,
    users: group.map((one) => ({ user: user(one.user_id), reactedAt: timestamp(one.reacted_at) })),
  }))
}
