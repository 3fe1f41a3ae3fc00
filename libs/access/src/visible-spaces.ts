import type { RoleName } from '@quire/contracts'
import { countedUpTo } from '@quire/kit'
import { type QueryExecutorProvider, type RawBuilder, type Selectable, sql } from 'kysely'
import { memberScopes } from './member-scopes.ts'
import type { RowBeside } from './row-beside.ts'
import { type SpaceCut, type SpaceFilter, visibleBranches } from './space-branches.ts'
import { levelOf } from './strength.ts'
import type { ContentAccessTables } from './tables.ts'

export interface SpacePage extends SpaceFilter {
  /** A column of `space` to order by before the id; the service has the indexes it needs. Absent: the id alone. */
  orderBy?: string | undefined
  /** `asc` where absent. */
  direction?: 'asc' | 'desc' | undefined
  /** What else is read of each space; its row alone where absent. */
  beside?: RowBeside<unknown> | undefined
  /** The order keys of the last row of the page before. */
  after?: readonly (string | RawBuilder<string>)[] | undefined
  limit: number | RawBuilder<number>
}

type Space = ContentAccessTables['space']
/** What is visible gives a role: no level is `none` here. */
export type VisibleSpace<Row> = Selectable<Row> & { level: RoleName }

/**
 * One page of the spaces a member sees, as rows of `space` with the member's level, in one query
 * whose cost does not grow with what they cannot see or how far they turned the pages. `Row` is the
 * service's own row of that table.
 */
export async function visibleSpaces<Row = Space>(db: QueryExecutorProvider, page: SpacePage) {
  const { rows } = await visiblePage<Row>(page).execute(db)
  return rows
}

const itsRow: RowBeside<unknown> = { columns: sql`asked.*`, joins: sql`` }

/** The query of `visibleSpaces`. */
export function visiblePage<Row>(page: SpacePage): RawBuilder<VisibleSpace<Row>> {
  const { columns, joins } = page.beside ?? itsRow
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

/** How many spaces the filter lets through; undefined beyond what is counted (docs/interface.md#lists). */
export async function countVisibleSpaces(db: QueryExecutorProvider, filter: SpaceFilter): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    with recursive ${memberScopes(filter.member)} ${countOf(filter)}`.execute(db)
  return countShown(rows[0]?.count ?? 0)
}

/** Counts them a little further than is shown, over the expressions of `memberScopes`. */
export function countOf(filter: SpaceFilter): RawBuilder<{ count: number }> {
  const tail = sql`limit ${sql.lit(countedUpTo + 1)}`
  return sql`
    select count(*)::int as count
    from (select from (${visibleBranches(filter, { condition: sql``, tail })}) visible ${tail}) counted`
}

/** What is shown of that number. */
export const countShown = (count: number): number | undefined => (count > countedUpTo ? undefined : count)

/**
 * A subquery of the visible spaces' ids, for joins: `space_id in ${readableSpaceIds({ member })}`.
 * Its cost grows with what the member sees; where the candidates are few, name them in `where`.
 */
export function readableSpaceIds(filter: SpaceFilter): RawBuilder<{ id: string }> {
  // `offset 0` keeps each branch a walk of its own index: flattened, they become one scan of every space.
  const all: SpaceCut = { condition: sql``, tail: sql`offset 0` }
  return sql`(with recursive ${memberScopes(filter.member)} select id from (${visibleBranches(filter, all)}) visible)`
}
