import { atLeast, spaceLevelsOfUsers } from '@quire/access'
import { notify } from '../../workspace/notifications/notify.ts'
import type { DiscussionContext } from '../context.ts'
import type { CommentText } from './authored-text.ts'
import type { CommentTarget } from './comments.rules.ts'

/** Without the parser: notifications are written under locks, which no text may be parsed under. */
type Context = Pick<DiscussionContext, 'sql' | 'deps' | 'userId'>
type Mentioned = Pick<CommentText, 'mentioned'>

/** People of a thread who are notified. */
const maxInThread = 50

/**
 * Notifies of a comment: the people whom it mentions, and who created the change request that it is about. `kind` says
 * what the latter are told.
 */
export async function notifyOfComment(
  context: Context,
  { spaceId, changeRequest }: CommentTarget,
  { id, mentioned }: { id: string } & Mentioned,
  kind: 'comment' | 'review' = 'comment',
): Promise<void> {
  const about = { cause: `comment:${id}`, spaceId, changeRequestId: changeRequest?.id, commentId: id }
  await notify(context, { ...about, kind: 'mention' }, await commentersAmong(context, spaceId, mentioned))
  if (changeRequest) await notify(context, { ...about, kind }, [changeRequest.created_by])
}

/** Notifies of a reply: the people whom it mentions, and those who have written in the thread. */
export async function notifyOfReply(
  context: Context,
  { spaceId, changeRequest }: CommentTarget,
  { id, commentId, mentioned }: { id: string; commentId: string } & Mentioned,
): Promise<void> {
  const about = { cause: `reply:${id}`, spaceId, changeRequestId: changeRequest?.id, commentId, replyId: id }
  await notify(context, { ...about, kind: 'mention' }, await commentersAmong(context, spaceId, mentioned))
  await notify(context, { ...about, kind: 'reply' }, await peopleInThread(context, commentId))
}

/** Notifies the people whom the new text of a comment or reply mentions; nobody is notified of a text twice. */
export async function notifyOfEdit(
  context: Context,
  { spaceId, changeRequest }: CommentTarget,
  { commentId, replyId }: { commentId: string; replyId?: string },
  { mentioned }: Mentioned,
): Promise<void> {
  const cause = replyId === undefined ? `comment:${commentId}` : `reply:${replyId}`
  const about = {
    cause,
    spaceId,
    changeRequestId: changeRequest?.id,
    commentId,
    ...(replyId !== undefined && { replyId }),
  }
  await notify(context, { ...about, kind: 'mention' }, await commentersAmong(context, spaceId, mentioned))
}

/** Returns those users who may read comments on the space. */
async function commentersAmong({ sql, deps }: Context, spaceId: string, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const levels = await spaceLevelsOfUsers(sql, { spaceId, userIds }, deps.isBarred)
  return userIds.filter((id) => atLeast(levels.get(id) ?? 'none', 'comment'))
}

/** Returns who wrote a comment, and the newest replies to it. */
async function peopleInThread({ sql }: Context, commentId: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('comment')
    .select('posted_by')
    .where('id', '=', commentId)
    .unionAll((all) =>
      all
        .selectFrom(
          all
            .selectFrom('comment_reply')
            .select('posted_by')
            .where('comment_id', '=', commentId)
            .orderBy('id', 'desc')
            .limit(maxInThread)
            .as('newest'),
        )
        .select('posted_by'),
    )
    .execute()
  return rows.map(({ posted_by }) => posted_by)
}
