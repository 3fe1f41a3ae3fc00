import { type CommentReply, timestamp, withoutNulls } from '@quire/contracts'
import { peopleOf } from '../../workspace/people.ts'
import { permissionsOn } from '../comments/authored-text.ts'
import { presentReactions, reactionsTo, replyReactions } from '../comments/reactions.ts'
import type { DiscussionContext } from '../context.ts'
import type { ReplyRow } from './replies.rules.ts'

/**
 * Presents replies to the comment at `location`, in the order of the rows and with these bodies. Sends two queries,
 * however many replies there are.
 */
export async function presentReplies(
  context: DiscussionContext,
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
