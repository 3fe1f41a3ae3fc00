import type { CommentQuery } from '@quire/contracts'
import { anyOf, countOf, keysBefore, type Page, rowsToRead } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../database.ts'
import { type CommentTarget, ofTarget } from './comments.rules.ts'

type CommentFilter = Pick<z.output<typeof CommentQuery>, 'status' | 'order' | 'targetPage' | 'authors'>

/**
 * The ids of the target's comments that match, and the bytes of their texts: a page of them, and one more. Each author
 * with each status is a stretch of an index, in order, of which a page reads no more than it shows. So a page costs the
 * same whatever the others of the target are, and however deep it lies.
 */
export function commentPage(
  target: CommentTarget,
  { status, order, targetPage, authors }: CommentFilter,
  page: Page,
): RawBuilder<{ id: string; bytes: number }> {
  const [before] = keysBefore(page) ?? []
  const [beyond, direction] = [raw.raw(order === 'asc' ? '>' : '<'), raw.raw(order)]
  const statuses = status === 'all' ? ['open', 'resolved'] : [status]
  const columns = [...(targetPage ? ['page_id'] : []), ...(authors ? ['posted_by'] : []), 'status']
  const from = before === undefined ? raw`` : raw`and id ${beyond} ${before}`
  const stretch = raw`
    select id from comment where ${ofTarget(target)} and ${raw.join(columns.map(isWanted), raw` and `)} ${from}
    order by ${raw.join([...columns, 'id'].map((column) => raw`${raw.ref(column)} ${direction}`))}
    limit ${rowsToRead(page)}`
  const inOrder = raw`order by id ${direction} limit ${rowsToRead(page)}`
  return raw`
    select id, octet_length(markdown) as bytes from (
      select found.id from (
        select * from unnest(${statuses}::text[]) status, unnest(${[...new Set(authors ?? [''])]}::text[]) posted_by,
          (select ${targetPage ?? ''}::text as page_id) page
      ) wanted cross join lateral (${stretch}) found ${inOrder}
    ) shown join comment using (id) ${inOrder}`
}

/**
 * Says that a column has one value, in words that let the planner order by it. Ordered by all of its columns, only one
 * index gives the rows without sorting: the planner takes it, and not one in which it would have to skip most rows.
 */
const isWanted = (column: string) => raw`${raw.ref(column)} = any(array[${raw.ref(`wanted.${column}`)}])`

/** How many of the target's comments match; undefined beyond the bound of counting. */
export async function countComments(
  sql: Sql,
  target: CommentTarget,
  { status, targetPage, authors }: CommentFilter,
): Promise<number | undefined> {
  if (status === 'open' && targetPage === undefined && authors === undefined) return countOpen(sql, target)
  const matching = sql
    .selectFrom('comment')
    .where(ofTarget(target))
    .$if(status !== 'all', (select) => select.where('status', '=', status === 'open' ? 'open' : 'resolved'))
    .$if(targetPage !== undefined, (select) => select.where('page_id', '=', targetPage ?? ''))
    .$if(authors !== undefined, (select) => select.where('posted_by', '=', anyOf(authors ?? [])))
  return countOf(sql, matching)
}

/** The counter that the target keeps anyway. */
async function countOpen(sql: Sql, { spaceId, changeRequest }: CommentTarget): Promise<number> {
  if (changeRequest) return changeRequest.comments
  const row = await sql.selectFrom('space').select('comments').where('id', '=', spaceId).executeTakeFirstOrThrow()
  return row.comments
}
