import { notFound } from '@quire/kit'
import { type RawBuilder, sql as raw, type Selectable, type SqlBool } from 'kysely'
import type { Tables } from '../../database.ts'
import type { ChangeRequestRow } from '../../editing/change-requests/change-requests.rules.ts'
import type { OpenRevision } from '../../pages/open-revision.ts'
import { countInSpace } from '../../workspace/tree/space-counters.ts'
import type { DiscussionContext } from '../context.ts'

export type CommentRow = Selectable<Tables['comment']>

/** The subject of comments: a space, or one of its change requests. */
export interface CommentTarget {
  spaceId: string
  changeRequest: ChangeRequestRow | undefined
  /** Opens the content that comments are about: once, and only when a comment names a page. */
  content: () => Promise<OpenRevision>
}

/** Finds a comment of the target by its id; comments of other targets are not found, even in the same space. */
export function findComment(
  context: Pick<DiscussionContext, 'sql'>,
  target: CommentTarget,
  id: string,
): Promise<CommentRow | undefined> {
  return commentOf(context, target, id).executeTakeFirst()
}

/**
 * Locks a comment of the target until the change commits. One statement finds and locks the row, so a comment that is
 * deleted meanwhile is 404 too.
 */
export async function lockComment(
  context: Pick<DiscussionContext, 'sql'>,
  target: CommentTarget,
  id: string,
): Promise<CommentRow> {
  const row = await commentOf(context, target, id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound('The comment')
  return row
}

const commentOf = ({ sql }: Pick<DiscussionContext, 'sql'>, target: CommentTarget, id: string) =>
  sql.selectFrom('comment').selectAll().where('id', '=', id).where(ofTarget(target))

/** The value of `target_id` in the target's comments and replies. */
export const targetId = ({ spaceId, changeRequest }: CommentTarget): string => changeRequest?.id ?? spaceId

/** The condition on rows of `comment` or `comment_reply` that selects those of the target. */
export const ofTarget = (target: CommentTarget): RawBuilder<SqlBool> => raw`target_id = ${targetId(target)}`

type Counting = Pick<DiscussionContext, 'sql' | 'afterCommit' | 'deps'>

/** Changes the number of open comments: of the change request if there is one, else of the space. */
export async function countOpenComments(writing: Counting, target: CommentTarget, difference: 1 | -1): Promise<void> {
  if (target.changeRequest) {
    await writing.sql
      .updateTable('change_request')
      .set({ comments: raw<number>`comments + ${difference}` })
      .where('id', '=', target.changeRequest.id)
      .execute()
  } else await countInSpace(writing, target.spaceId, { comments: difference })
}
