import type { CommentQuery } from '@quire/contracts'
import { keysBefore, type Page, rowsToRead } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../database.ts'
import { type CommentTarget, ofTarget } from './comments.rules.ts'
import { commentReactions, reactionBytes } from './reactions.ts'

type CommentFilter = Pick<z.output<typeof CommentQuery>, 'status' | 'order' | 'targetPage' | 'authors'>

/** Counting stops here, so that it costs no more than a page (docs/adr/0050). */
const countedUpTo = 1000

/** The ids of the target's comments that match, and the bytes of their texts and reactions: a page of them, and one more. */
export function commentPage(
  target: CommentTarget,
  filter: CommentFilter,
  page: Page,
): RawBuilder<{ id: string; bytes: number }> {
  const [before] = keysBefore(page) ?? []
  const inOrder = raw`order by id ${raw.raw(filter.order)} limit ${rowsToRead(page)}`
  return raw`
    select id, octet_length(markdown) + ${reactionBytes(commentReactions, 'comment.id')} as bytes
    from (${stretches(target, filter, rowsToRead(page), before)} ${inOrder}) shown join comment using (id)
    ${inOrder}`
}

/** How many of the target's comments match; undefined beyond the bound. */
export async function countComments(
  sql: Sql,
  target: CommentTarget,
  filter: CommentFilter,
): Promise<number | undefined> {
  const { status, targetPage, authors } = filter
  if (status === 'open' && targetPage === undefined && authors === undefined) return countOpen(sql, target)
  const { rows } = await commentCount(target, filter).execute(sql)
  const count = rows[0]?.count ?? 0
  return count > countedUpTo ? undefined : count
}

/** The number of matching comments, or one more than the bound. */
export function commentCount(target: CommentTarget, filter: CommentFilter): RawBuilder<{ count: number }> {
  const most = raw.lit(countedUpTo + 1)
  return raw`select count(*)::int as count from (${stretches(target, filter, most)} limit ${most}) counted`
}

/** The counter that the target keeps anyway. */
async function countOpen(sql: Sql, { spaceId, changeRequest }: CommentTarget): Promise<number> {
  if (changeRequest) return changeRequest.comments
  const row = await sql.selectFrom('space').select('comments').where('id', '=', spaceId).executeTakeFirstOrThrow()
  return row.comments
}

/**
 * The first `most` ids, behind `before`, of each author's comments with each status. Each of these is a stretch of an
 * index, in order, so it costs what is read of it, whatever the other comments are and however deep it lies.
 */
function stretches(
  target: CommentTarget,
  { status, order, targetPage, authors }: CommentFilter,
  most: RawBuilder<unknown>,
  before?: string,
): RawBuilder<unknown> {
  const [beyond, direction] = [raw.raw(order === 'asc' ? '>' : '<'), raw.raw(order)]
  const statuses = status === 'all' ? ['open', 'resolved'] : [status]
  const columns = [...(targetPage ? ['page_id'] : []), ...(authors ? ['posted_by'] : []), 'status']
  return raw`
    select found.id from (
      select * from unnest(${statuses}::text[]) status, unnest(${[...new Set(authors ?? [''])]}::text[]) posted_by,
        (select ${targetPage ?? ''}::text as page_id) page
    ) wanted cross join lateral (
      select id from comment where ${ofTarget(target)} and ${raw.join(columns.map(isWanted), raw` and `)}
        ${before === undefined ? raw`` : raw`and id ${beyond} ${before}`}
      order by ${raw.join([...columns, 'id'].map((column) => raw`${raw.ref(column)} ${direction}`))} limit ${most}
    ) found`
}

/**
 * Says that a column has one value, in words that let the planner order by it. Ordered by all of its columns, only one
 * index gives the rows without sorting: the planner takes it, and not one in which it would have to skip most rows.
 */
const isWanted = (column: string) => raw`${raw.ref(column)} = any(array[${raw.ref(`wanted.${column}`)}])`
