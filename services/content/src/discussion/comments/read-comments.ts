import type { CommentQuery } from '@quire/contracts'
import { anyOf, listOfTexts, notFound } from '@quire/kit'
import type { z } from 'zod'
import type { Format } from '../../pages/text-conversion.ts'
import type { DiscussionContext } from '../context.ts'
import { presentComments, presentOneComment } from './comment-resources.ts'
import { commentPage, countComments } from './comments.list.ts'
import { type CommentTarget, findComment } from './comments.rules.ts'

/** Lists a page of the target's comments in the order of time. */
export async function listComments(
  context: DiscussionContext & { query: z.output<typeof CommentQuery> },
  target: CommentTarget,
) {
  const { sql, page, cursors, query } = context
  const commentsBy = (ids: string[]) => sql.selectFrom('comment').selectAll().where('id', '=', anyOf(ids)).execute()
  return listOfTexts({
    page,
    cursors,
    rows: (await commentPage(target, query, page).execute(sql)).rows,
    presentAll: async (ids) => presentComments(context, target, await commentsBy(ids), query.format),
    count: () => countComments(sql, target, query),
  })
}

/** Presents one comment; throws 404 if the target has none with this id. */
export async function getComment(
  context: DiscussionContext & { params: { commentId: string }; query: { format?: Format } },
  target: CommentTarget,
) {
  const row = await findComment(context, target, context.params.commentId)
  if (!row) throw notFound('The comment')
  return presentOneComment(context, target, row, context.query.format)
}
