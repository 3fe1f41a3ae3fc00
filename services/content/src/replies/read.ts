import type { CommentReply } from '@quire/contracts'
import { anyOf, keysetPage, listOfTexts, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import { commentLocation } from '../comments/comments.present.ts'
import { type CommentTarget, findComment } from '../comments/comments.rules.ts'
import { reactionBytes, replyReactions } from '../comments/reactions.ts'
import { bodiesOf } from '../comments/texts.ts'
import type { ContentContext } from '../context.ts'
import type { Format } from '../pages/bodies.ts'
import { showReplies } from './replies.present.ts'
import { findReply, type ReplyPath, type ReplyRow } from './replies.rules.ts'

/** A page of the replies to a comment, oldest first; 404 where the target has no such comment. */
export async function listReplies(
  context: ContentContext & { params: { commentId: string }; query: { format?: Format } },
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
    async show(ids) {
      const rows = await repliesBy(ids)
      return showReplies(context, location, rows, await bodiesOf(context.parser, rows, query.format))
    },
    count: async () => comment.replies,
  })
}

/** One reply; 404 where the comment has none with this id. */
export async function getReply(
  context: ContentContext & { params: ReplyPath; query: { format?: Format } },
  target: CommentTarget,
) {
  const row = await findReply(context.sql, target, context.params)
  if (!row) throw notFound('The reply')
  return showReply(context, target, row, await bodiesOf(context.parser, [row], context.query.format))
}

/** One reply to the target's comment as the caller sees it. */
export async function showReply(
  context: ContentContext,
  target: CommentTarget,
  row: ReplyRow,
  body: CommentReply['body'][] = [{ markdown: row.markdown }],
) {
  const location = commentLocation(context.deps.publicUrl, {
    id: row.comment_id,
    space_id: target.spaceId,
    change_request_id: target.changeRequest?.id ?? null,
  })
  const [reply] = await showReplies(context, location, [row], body)
  if (!reply) throw new Error('a reply was shown as nothing')
  return reply
}
