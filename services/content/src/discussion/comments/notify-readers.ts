import { atLeast, spaceLevelsOfUsers } from '@quire/access'
import { refOf } from '@quire/document/plain'
import { notify } from '../../workspace/notifications/notify.ts'
import type { DiscussionContext } from '../context.ts'
import type { CommentRow, CommentTarget } from './comments.rules.ts'

type Context = Pick<DiscussionContext, 'sql' | 'deps' | 'userId' | 'parser'>

/** People that one text may mention, and people of a thread who are notified. */
const maxMentioned = 50
const maxInThread = 50

/** Matches a text that may mention somebody; few do, and only those are parsed. */
const mayMention = /\/users\/[\w-]/

/**
 * Notifies of a comment: the people whom it mentions, and who created the change request that it is about. `kind` says
 * what the latter are told.
 */
export async function notifyOfComment(
  context: Context,
  { spaceId, changeRequest }: CommentTarget,
  { id, markdown }: Pick<CommentRow, 'id' | 'markdown'>,
  kind: 'comment' | 'review' = 'comment',
): Promise<void> {
  const about = { cause: `comment:${id}`, spaceId, changeRequestId: changeRequest?.id, commentId: id }
  await notify(context, { ...about, kind: 'mention' }, await mentionedIn(context, spaceId, markdown))
  if (changeRequest) await notify(context, { ...about, kind }, [changeRequest.created_by])
}

/** Notifies of a reply: the people whom it mentions, and those who have written in the thread. */
export async function notifyOfReply(
  context: Context,
  { spaceId, changeRequest }: CommentTarget,
  { id, comment_id: commentId, markdown }: { id: string; comment_id: string; markdown: string },
): Promise<void> {
  const about = { cause: `reply:${id}`, spaceId, changeRequestId: changeRequest?.id, commentId, replyId: id }
  await notify(context, { ...about, kind: 'mention' }, await mentionedIn(context, spaceId, markdown))
  await notify(context, { ...about, kind: 'reply' }, await peopleInThread(context, commentId))
}

/** Notifies the people whom the new text of a comment or reply mentions; nobody is notified of a text twice. */
export async function notifyOfEdit(
  context: Context,
  { spaceId, changeRequest }: CommentTarget,
  { commentId, replyId }: { commentId: string; replyId?: string },
  markdown: string,
): Promise<void> {
  const cause = replyId === undefined ? `comment:${commentId}` : `reply:${replyId}`
  const about = {
    cause,
    spaceId,
    changeRequestId: changeRequest?.id,
    commentId,
    ...(replyId !== undefined && { replyId }),
  }
  await notify(context, { ...about, kind: 'mention' }, await mentionedIn(context, spaceId, markdown))
}

/** Returns the people whom a text mentions and who may read comments on the space. */
async function mentionedIn({ sql, deps, parser }: Context, spaceId: string, markdown: string): Promise<string[]> {
  if (!mayMention.test(markdown)) return []
  const mentioned = new Set<string>()
  for (const { url } of await parser.run('links', markdown)) {
    const ref = refOf(url, {})
    if (ref?.kind === 'user') mentioned.add(ref.user)
  }
  const userIds = [...mentioned].slice(0, maxMentioned)
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
