import { notFound } from '@quire/kit'
import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { ChangeRequestRow } from '../change-requests/change-requests.rules.ts'
import type { ContentContext } from '../context.ts'
import type { OpenRevision } from '../pages/history.ts'
import { countInSpace } from '../structure/space-counters.ts'
import type { CommentRow } from './comments.present.ts'

/** What comments hang on: a space, or one change request of it. */
export interface CommentTarget {
  spaceId: string
  changeRequest: ChangeRequestRow | undefined
  /** The content that a new comment is about; read once, and only where a page is named. */
  content: () => Promise<OpenRevision>
}

/** The target's comment with this id; another target's is not found, even in the same space. */
export function findComment(
  context: Pick<ContentContext, 'sql'>,
  target: CommentTarget,
  id: string,
): Promise<CommentRow | undefined> {
  return commentOf(context, target, id).executeTakeFirst()
}

/**
 * The target's comment, locked until the change commits. It is found and locked in one statement, so a comment that is
 * deleted meanwhile is 404 too.
 */
export async function lockComment(
  context: Pick<ContentContext, 'sql'>,
  target: CommentTarget,
  id: string,
): Promise<CommentRow> {
  const row = await commentOf(context, target, id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound('The comment')
  return row
}

const commentOf = ({ sql }: Pick<ContentContext, 'sql'>, target: CommentTarget, id: string) =>
  sql.selectFrom('comment').selectAll().where('id', '=', id).where(ofTarget(target))

/** The id under which comments and replies name their target. */
export const targetId = ({ spaceId, changeRequest }: CommentTarget): string => changeRequest?.id ?? spaceId

/** That a row of `comment` or of `comment_reply` is the target's. */
export const ofTarget = (target: CommentTarget): RawBuilder<SqlBool> => raw`target_id = ${targetId(target)}`

type Counting = Pick<ContentContext, 'sql' | 'afterCommit' | 'deps'>

/** Counts open comments where they are shown: on the change request, else on the space. */
export async function countOpenComments(writing: Counting, target: CommentTarget, difference: 1 | -1): Promise<void> {
  if (target.changeRequest) {
    await writing.sql
      .updateTable('change_request')
      .set({ comments: raw<number>`comments + ${difference}` })
      .where('id', '=', target.changeRequest.id)
      .execute()
  } else await countInSpace(writing, target.spaceId, { comments: difference })
}
