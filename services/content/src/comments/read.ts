import type { CommentQuery } from '@quire/contracts'
import { anyOf, listOfTexts, notFound } from '@quire/kit'
import type { z } from 'zod'
import type { ContentContext } from '../context.ts'
import type { Format } from '../pages/bodies.ts'
import { commentPage, countComments } from './comments.list.ts'
import { type CommentTarget, findComment } from './comments.rules.ts'
import { show, showOne } from './show.ts'

/** A page of the target's comments, by time. */
export async function listComments(
  context: ContentContext & { query: z.output<typeof CommentQuery> },
  target: CommentTarget,
) {
  const { sql, page, cursors, query } = context
  const commentsBy = (ids: string[]) => sql.selectFrom('comment').selectAll().where('id', '=', anyOf(ids)).execute()
  return listOfTexts({
    page,
    cursors,
    rows: (await commentPage(target, query, page).execute(sql)).rows,
    show: async (ids) => show(context, target, await commentsBy(ids), query.format),
    count: () => countComments(sql, target, query),
  })
}

/** One comment; 404 where the target has none with this id. */
export async function getComment(
  context: ContentContext & { params: { commentId: string }; query: { format?: Format } },
  target: CommentTarget,
) {
  const row = await findComment(context, target, context.params.commentId)
  if (!row) throw notFound('The comment')
  return showOne(context, target, row, context.query.format)
}
