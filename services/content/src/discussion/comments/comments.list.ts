import type { CommentQuery } from '@quire/contracts'
import { keysBefore, type Page, rowsToRead } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../database.ts'
import { type CommentTarget, ofTarget } from './comments.rules.ts'
import { commentReactions, reactionBytes } from './reactions.ts'
import { replierBytes } from './repliers.ts'

type CommentFilter = Pick<z.output<typeof CommentQuery>, 'status' | 'order' | 'targetPage' | 'authors'>

/** Comments that are counted at most, so that a count costs no more than a page (docs/adr/0006). */
const maxCounted = 1000

/** Selects the matching comments, a page and one more: their ids, and the bytes of their texts, reactions and repliers. */
export function commentPage(
  target: CommentTarget,
  filter: CommentFilter,
  page: Page,
): RawBuilder<{ id: string; bytes: number }> {
  const [before] = keysBefore(page) ?? []
  const inOrder = raw`order by id ${raw.raw(filter.order)} limit ${rowsToRead(page)}`
  return raw`
    select id, octet_length(markdown) + ${reactionBytes(commentReactions, 'comment.id')} + ${replierBytes} as bytes
    from (${indexRanges(target, filter, rowsToRead(page), before)} ${inOrder}) listed join comment using (id)
    ${inOrder}`
}

/** Counts the target's comments that match; undefined beyond `maxCounted`. */
export async function countComments(
  sql: Sql,
  target: CommentTarget,
  filter: CommentFilter,
): Promise<number | undefined> {
  const { status, targetPage, authors } = filter
  if (status === 'open' && targetPage === undefined && authors === undefined) return countOpen(sql, target)
  const { rows } = await commentCount(target, filter).execute(sql)
  const count = rows[0]?.count ?? 0
  return count > maxCounted ? undefined : count
}

/** Selects the number of matching comments, up to `maxCounted` + 1. */
export function commentCount(target: CommentTarget, filter: CommentFilter): RawBuilder<{ count: number }> {
  const max = raw.lit(maxCounted + 1)
  return raw`select count(*)::int as count from (${indexRanges(target, filter, max)} limit ${max}) counted`
}

/** Reads the target's counter of open comments. */
async function countOpen(sql: Sql, { spaceId, changeRequest }: CommentTarget): Promise<number> {
  if (changeRequest) return changeRequest.comments
  const row = await sql.selectFrom('space').select('comments').where('id', '=', spaceId).executeTakeFirstOrThrow()
  return row.comments
}

/**
 * Selects the first `max` ids behind `before` of each author's comments with each status. Each of these is a range of
 * an index in the wanted order, so the cost depends on the rows read, not on the other comments or the page number.
 */
function indexRanges(
  target: CommentTarget,
  { status, order, targetPage, authors }: CommentFilter,
  max: RawBuilder<unknown>,
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
      order by ${raw.join([...columns, 'id'].map((column) => raw`${raw.ref(column)} ${direction}`))} limit ${max}
    ) found`
}

/**
 * Compares a column with one value in a form that lets the planner order by the column. When all columns are ordered
 * by, only one index gives the rows without sorting, so the planner never takes an index in which it would skip most
 * rows.
 */
const isWanted = (column: string) => raw`${raw.ref(column)} = any(array[${raw.ref(`wanted.${column}`)}])`
