import { longestComment } from '@quire/contracts'
import { badRequest, notFound } from '@quire/kit'
import { type Expression, type ExpressionBuilder, sql as raw, type SqlBool } from 'kysely'
import type { ChangeRequestRow } from '../change-requests/change-requests.rules.ts'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import { type Body, bodyToMarkdown } from '../pages/bodies.ts'
import type { OpenRevision } from '../pages/history.ts'
import type { TextParser } from '../parsing.ts'
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
  sql
    .selectFrom('comment')
    .selectAll()
    .where('id', '=', id)
    .where('space_id', '=', target.spaceId)
    .where(ofTarget(target))

/** That a comment is the target's, said so that the planner finds the index of spaces or of change requests. */
export const ofTarget =
  ({ changeRequest }: CommentTarget) =>
  (where: ExpressionBuilder<Tables, 'comment'>): Expression<SqlBool> =>
    changeRequest ? where('change_request_id', '=', changeRequest.id) : where('change_request_id', 'is', null)

/** The markdown of a comment's body; 400 naming `field` where it is longer than a comment may be. */
export async function commentMarkdown(parser: TextParser, body: Body, field: string): Promise<string> {
  const markdown = await bodyToMarkdown(parser, body, field)
  if (markdown.length > longestComment) throw badRequest(field, `a comment has ${longestComment} characters at most`)
  return markdown
}

type Counting = Pick<ContentContext, 'sql' | 'afterCommit' | 'deps'>

/** Counts open comments where they are shown: on the change request, else on the space. */
export async function countComments(writing: Counting, target: CommentTarget, difference: 1 | -1): Promise<void> {
  if (target.changeRequest) {
    await writing.sql
      .updateTable('change_request')
      .set({ comments: raw<number>`comments + ${difference}` })
      .where('id', '=', target.changeRequest.id)
      .execute()
  } else await countInSpace(writing, target.spaceId, { comments: difference })
}
