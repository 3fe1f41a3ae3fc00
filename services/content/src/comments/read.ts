import type { CommentQuery } from '@quire/contracts'
import { anyOf, keysetPage, listOfTexts, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { ContentContext } from '../context.ts'
import type { Format } from '../pages/bodies.ts'
import { type CommentTarget, findComment } from './comments.rules.ts'
import { show, showOne } from './show.ts'

/** A page of the target's comments, by time. */
export async function listComments(
  context: ContentContext & { query: z.output<typeof CommentQuery> },
  target: CommentTarget,
) {
  const { sql, page, cursors, query } = context
  const { order, status, targetPage, authors, format } = query
  const filtered = sql
    .selectFrom('comment')
    .where('space_id', '=', target.spaceId)
    .where('change_request_id', 'is not distinct from', target.changeRequest?.id ?? null)
    .$if(status !== 'all', (select) => select.where('status', '=', status === 'open' ? 'open' : 'resolved'))
    .$if(targetPage !== undefined, (select) => select.where('page_id', '=', targetPage ?? ''))
    .$if(authors !== undefined, (select) => select.where('posted_by', '=', anyOf(authors ?? [])))
  const sized = filtered.select(['id', raw<number>`octet_length(markdown)`.as('bytes')])
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
