import type { CommentReply } from '@quire/contracts'
import { timestamp, withoutNulls } from '@quire/contracts'
import { anyOf, keysetPage, listOfTexts, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Format } from '../../pages/text-conversion.ts'
import { peopleOf } from '../../workspace/people.ts'
import { bodiesOf, permissionsOn } from '../comments/authored-text.ts'
import { commentLocation } from '../comments/comments.present.ts'
import { type CommentTarget, findComment } from '../comments/comments.rules.ts'
import { presentReactions, reactionBytes, reactionsTo, replyReactions } from '../comments/reactions.ts'
import type { DiscussionContext } from '../context.ts'
import { findReply, type ReplyPath, type ReplyRow } from './replies.rules.ts'

/** Lists a page of the replies to a comment, oldest first; throws 404 if the target has no such comment. */
export async function listReplies(
  context: DiscussionContext & { params: { commentId: string }; query: { format?: Format } },
  target: CommentTarget,
) {
  const { sql, params, page, cursors, query } = context
  const comment = await findComment(context, target, params.commentId)
  if (!comment) throw notFound('The comment')
  const sized = sql
    .selectFrom('comment_reply')
    .where('comment_id', '=', comment.id)
    .select([
      'id',
      raw<number>`octet_length(markdown) + ${reactionBytes(replyReactions, 'comment_reply.id')}`.as('bytes'),
    ])
  const repliesBy = (ids: string[]) =>
    sql.selectFrom('comment_reply').selectAll().where('id', '=', anyOf(ids)).execute()
  const location = commentLocation(context.deps.publicUrl, comment)
  return listOfTexts({
    page,
    cursors,
    rows: await keysetPage(sized, page, ['id']).execute(),
    async presentAll(ids) {
      const rows = await repliesBy(ids)
      return presentReplies(context, location, rows, await bodiesOf(context.parser, rows, query.format))
    },
    count: async () => comment.replies,
  })
}

/** Presents one reply; throws 404 if the comment has none with this id. */
export async function getReply(
  context: DiscussionContext & { params: ReplyPath; query: { format?: Format } },
  target: CommentTarget,
) {
  const row = await findReply(context.sql, target, context.params)
  if (!row) throw notFound('The reply')
  return presentReply(context, target, row, await bodiesOf(context.parser, [row], context.query.format))
}

/** Presents one reply to a comment of the target. */
export async function presentReply(
  context: DiscussionContext,
  target: CommentTarget,
  row: ReplyRow,
  body: CommentReply['body'][] = [{ markdown: row.markdown }],
) {
  const location = commentLocation(context.deps.publicUrl, {
    id: row.comment_id,
    space_id: target.spaceId,
    change_request_id: target.changeRequest?.id ?? null,
  })
  const [reply] = await presentReplies(context, location, [row], body)
  if (!reply) throw new Error('a reply was not presented')
  return reply
}

/**
 * Presents replies to the comment at `location`, in the order of the rows and with these bodies. Sends two queries,
 * however many replies there are.
 */
async function presentReplies(
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
