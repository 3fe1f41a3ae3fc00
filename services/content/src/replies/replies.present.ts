import { type CommentReply, timestamp, withoutNulls } from '@quire/contracts'
import { presentReactions, reactionsTo, replyReactions } from '../comments/reactions.ts'
import { permissionsOn } from '../comments/texts.ts'
import type { ContentContext } from '../context.ts'
import { peopleOf } from '../people/people.ts'
import type { ReplyRow } from './replies.rules.ts'

/**
 * Replies as the caller sees them, in the order of the rows, with their texts as these are to be shown; `location` is
 * the address of the comment that they answer. Two queries, however many there are.
 */
export async function showReplies(
  context: ContentContext,
  location: string,
  rows: ReplyRow[],
  bodies: CommentReply['body'][],
): Promise<CommentReply[]> {
  const ids = rows.map(({ id }) => id)
  const reactions = await reactionsTo(context.sql, replyReactions, ids)
  const user = await peopleOf(context, [...rows.map((row) => row.posted_by), ...reactions.map((one) => one.user_id)])
  const reactionsById = Map.groupBy(reactions, ({ id }) => id)
  return rows.map((row, at) => ({
    object: 'comment-reply',
    id: row.id,
    postedBy: user(row.posted_by),
    postedAt: timestamp(row.posted_at),
    reactions: presentReactions(reactionsById.get(row.id) ?? [], user),
    body: bodies[at] ?? {},
    urls: { location: `${location}/replies/${row.id}` },
    permissions: permissionsOn(context, row),
    ...withoutNulls({ editedAt: row.edited_at && timestamp(row.edited_at) }),
  }))
}
