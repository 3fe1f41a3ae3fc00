import type { CommentQuery } from '@quire/contracts'
import { anyOf, keysetPage, listOfTexts, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'
import type { Format } from '../pages/bodies.ts'
import { type CommentTarget, findComment, ofTarget } from './comments.rules.ts'
import { show, showOne } from './show.ts'

type CommentFilter = Omit<z.output<typeof CommentQuery>, 'format' | 'limit' | 'page'>

/** The target's comments that match. */
export function matchingComments(sql: Sql, target: CommentTarget, filter: CommentFilter) {
  const { status, targetPage, authors } = filter
  return sql
    .selectFrom('comment')
    .where('space_id', '=', target.spaceId)
    .where(ofTarget(target))
    .$if(status !== 'all', (select) => select.where('status', '=', status === 'open' ? 'open' : 'resolved'))
    .$if(targetPage !== undefined, (select) => select.where('page_id', '=', targetPage ?? ''))
    .$if(authors !== undefined, (select) => select.where('posted_by', '=', anyOf(authors ?? [])))
}

/** A page of the target's comments, by time. */
export async function listComments(
  context: ContentContext & { query: z.output<typeof CommentQuery> },
  target: CommentTarget,
) {
  const { sql, page, cursors, query } = context
  const { order, format } = query
  const sized = matchingComments(sql, target, query).select(['id', raw<number>`octet_length(markdown)`.as('bytes')])
  const commentsBy = (ids: string[]) => sql.selectFrom('comment').selectAll().where('id', '=', anyOf(ids)).execute()
  return listOfTexts({
    page,
    cursors,
    rows: await keysetPage(sized, page, ['id'], order).execute(),
    show: async (ids) => show(context, target, await commentsBy(ids), format),
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
