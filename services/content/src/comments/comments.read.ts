import type { CommentQuery } from '@quire/contracts'
import { anyOf, listOf, notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { ContentContext } from '../context.ts'
import { type CommentTarget, findComment } from './comments.rules.ts'
import { type Format, show, showOne } from './comments.show.ts'

/** A page of the target's comments, by time (interface 4.11). */
export async function listComments(
  context: ContentContext & { query: z.output<typeof CommentQuery> },
  target: CommentTarget,
) {
  const { sql, page, cursors, query } = context
  const { order, status, targetPage, authors, format } = query
  const after = page.cursor?.after[0]
  const filtered = sql
    .selectFrom('comment')
    .where('space_id', '=', target.spaceId)
    .where('change_request_id', 'is not distinct from', target.changeRequest?.id ?? null)
    .$if(status !== 'all', (select) => select.where('status', '=', status === 'open' ? 'open' : 'resolved'))
    .$if(targetPage !== undefined, (select) => select.where('page_id', '=', targetPage ?? ''))
    .$if(authors !== undefined, (select) => select.where('posted_by', '=', anyOf(authors ?? [])))
  const sized = await filtered
    .select(['id', raw<number>`octet_length(markdown)`.as('bytes')])
    .$if(after !== undefined, (select) => select.where('id', order === 'asc' ? '>' : '<', String(after)))
    .orderBy('id', order)
    .limit(page.limit + 1)
    .execute()
  const limit = countFitting(sized.slice(0, page.limit))
  const ids = sized.slice(0, limit).map(({ id }) => id)
  const rows = await sql
    .selectFrom('comment')
    .selectAll()
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .orderBy('id', order)
    .execute()
  const shown = new Map((await show(context, target, rows, format)).map((comment) => [comment.id, comment]))
  // A page that is full of text ends early: the rest comes behind its cursor.
  const list = await listOf({
    page: { ...page, limit },
    cursors,
    rows: sized.slice(0, limit + 1),
    present: ({ id }) => shown.get(id),
    after: ({ id }) => [id],
  })
  // One that was deleted in between is gone.
  return { ...list, items: list.items.filter((comment) => comment !== undefined) }
}

/** Text in one page of comments; one that is longer comes by itself. */
const textBytes = 1024 ** 2

/** How many comments have texts that fit into one page together: one at least. */
function countFitting(sized: readonly { bytes: number }[]): number {
  let left = textBytes
  const tooMuch = sized.findIndex(({ bytes }, index) => {
    left -= bytes
    return left < 0 && index > 0
  })
  return tooMuch < 0 ? sized.length : tooMuch
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
