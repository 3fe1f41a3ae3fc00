import type { RoleName } from '@quire/contracts'
import { countedUpTo } from '@quire/kit'
import { type QueryExecutorProvider, type RawBuilder, type Selectable, sql } from 'kysely'
import { levelOf } from './levels.ts'
import { memberScopes } from './member-scopes.ts'
import type { RowBeside } from './row-beside.ts'
import { type SpaceCut, type SpaceFilter, visibleBranches } from './space-branches.ts'
import type { ContentAccessTables } from './tables.ts'

export interface SpacePage extends SpaceFilter {
  /** A column of `space` to order by before the id, which the service has indexed. Default: the id alone. */
  orderBy?: string | undefined
  /** Default: `asc`. */
  direction?: 'asc' | 'desc' | undefined
  /** Data to read of each space. Default: its row. */
  beside?: RowBeside<unknown> | undefined
  /** The order keys of the last row of the previous page. */
  after?: readonly (string | RawBuilder<string>)[] | undefined
  limit: number | RawBuilder<number>
}

type Space = ContentAccessTables['space']
/** A visible space, so its level is never `none`. */
export type VisibleSpace<Row> = Selectable<Row> & { level: RoleName }

/**
 * Returns a page of the spaces that a member sees, as rows of `space` with the member's level, in one query whose cost
 * does not grow with hidden spaces or the number of the page. `Row` is the service's own row of that table.
 */
export async function visibleSpaces<Row = Space>(db: QueryExecutorProvider, page: SpacePage) {
  const { rows } = await visiblePage<Row>(page).execute(db)
  return rows
}

const wholeRow: RowBeside<unknown> = { columns: sql`asked.*`, joins: sql`` }

/** The query of `visibleSpaces`. */
export function visiblePage<Row>(page: SpacePage): RawBuilder<VisibleSpace<Row>> {
  const { columns, joins } = page.beside ?? wholeRow
  return sql`
    with recursive ${pageOf(page)}
    select ${columns}, ${levelOf(sql`page.strength`)} as level
    from page join space asked on asked.id = page.id ${joins}
    order by ${orderOf(page)}
  `
}

/** Common table expressions: those of `memberScopes`, and `page`, the ids and strengths of a page's spaces. */
export function pageOf(page: SpacePage): RawBuilder<unknown> {
  const key = page.orderBy ?? 'id'
  const keys = key === 'id' ? ['id'] : [key, 'id']
  const order = sql.join(keys.map((name) => sql`${sql.ref(`s.${name}`)} ${directionOf(page)}`))
  const cut: SpaceCut = {
    key,
    condition: afterOf(keys, page),
    tail: sql`order by ${order} limit ${page.limit}`,
  }
  return sql`${memberScopes(page.member)},
    page as materialized (
      select id, strength, sort_key from (${visibleBranches(page, cut)}) page
      order by ${orderOf(page)} limit ${page.limit}
    )`
}

const directionOf = ({ direction }: SpacePage) => sql.raw(direction ?? 'asc')

/** The order of the rows of `page`. */
export const orderOf = (page: SpacePage) => sql`page.sort_key ${directionOf(page)}, page.id ${directionOf(page)}`

function afterOf(columns: readonly string[], { after, direction }: SpacePage): RawBuilder<unknown> {
  if (!after) return sql``
  const operator = sql.raw(direction === 'desc' ? '<' : '>')
  return sql`and (${sql.join(columns.map((name) => sql.ref(`s.${name}`)))}) ${operator} (${sql.join(after)})`
}

/** Counts the spaces of the filter; undefined beyond the counting limit (docs/interface.md#lists). */
export async function countVisibleSpaces(db: QueryExecutorProvider, filter: SpaceFilter): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    with recursive ${memberScopes(filter.member)} ${countOf(filter)}`.execute(db)
  return cappedCount(rows[0]?.count ?? 0)
}

/** Counts the visible spaces up to one more than the limit, over the expressions of `memberScopes`. */
export function countOf(filter: SpaceFilter): RawBuilder<{ count: number }> {
  const tail = sql`limit ${sql.lit(countedUpTo + 1)}`
  return sql`
    select count(*)::int as count
    from (select from (${visibleBranches(filter, { condition: sql``, tail })}) visible ${tail}) counted`
}

/** Returns the count, or undefined beyond the counting limit. */
export const cappedCount = (count: number): number | undefined => (count > countedUpTo ? undefined : count)

/**
 * A subquery of the visible spaces' ids, for joins: `space_id in ${readableSpaceIds({ member })}`.
 * The cost grows with the visible spaces; if there are few candidates, name them in `where`.
 */
export function readableSpaceIds(filter: SpaceFilter): RawBuilder<{ id: string }> {
  // `offset 0` keeps each branch a walk of its own index: flattened, they become one scan of every space.
  const all: SpaceCut = { condition: sql``, tail: sql`offset 0` }
  return sql`(with recursive ${memberScopes(filter.member)} select id from (${visibleBranches(filter, all)}) visible)`
}
