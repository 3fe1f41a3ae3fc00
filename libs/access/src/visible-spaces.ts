import { countedUpTo } from '@quire/kit'
import { type QueryExecutorProvider, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Level } from './levels.ts'
import { memberScopes } from './member-scopes.ts'
import { type Cut, type SpaceFilter, visibleBranches } from './space-branches.ts'
import { levelOf } from './strength.ts'
import type { ContentAccessTables } from './tables.ts'

export interface SpacePage extends SpaceFilter {
  /** A column of `space` to order by before the id; the service has the indexes it needs. Absent: the id alone. */
  orderBy?: string | undefined
  /** `asc` where absent. */
  direction?: 'asc' | 'desc' | undefined
  /** The order keys of the last row of the page before. */
  after?: readonly (string | number | null)[] | undefined
  limit: number
}

type Space = ContentAccessTables['space']
export type VisibleSpace<Row> = Selectable<Row> & { level: Level }

/**
 * One page of the spaces a member sees, as rows of `space` with the member's level, in one query
 * whose cost does not grow with what they cannot see or how far they turned the pages. `Row` is the
 * service's own row of that table.
 */
export async function visibleSpaces<Row = Space>(db: QueryExecutorProvider, page: SpacePage) {
  const keys = page.orderBy === undefined ? ['id'] : [page.orderBy, 'id']
  const order = orderOf(keys, page.direction)
  const cut: Cut = { condition: afterOf(keys, page), tail: sql`order by ${order} limit ${page.limit}` }
  const { rows } = await sql<VisibleSpace<Row>>`
    with recursive ${memberScopes(page.member)}
    select s.*, ${levelOf(sql`visible.strength`)} as level
    from (${visibleBranches(page, cut)}) visible join space s on s.id = visible.id
    order by ${order} limit ${page.limit}
  `.execute(db)
  return rows
}

function orderOf(keys: readonly string[], direction: 'asc' | 'desc' = 'asc') {
  return sql.join(keys.map((key) => sql`${sql.ref(`s.${key}`)} ${sql.raw(direction)}`))
}

function afterOf(keys: readonly string[], { after, direction }: SpacePage): RawBuilder<unknown> {
  if (!after) return sql``
  const operator = sql.raw(direction === 'desc' ? '<' : '>')
  return sql`and (${sql.join(keys.map((key) => sql.ref(`s.${key}`)))}) ${operator} (${sql.join(after)})`
}

/** How many spaces the filter lets through; undefined beyond what is counted (design 3). */
export async function countVisibleSpaces(db: QueryExecutorProvider, filter: SpaceFilter): Promise<number | undefined> {
  const tail = sql`limit ${countedUpTo + 1}`
  const { rows } = await sql<{ count: number }>`
    with recursive ${memberScopes(filter.member)}
    select count(*)::int as count from (select from (${visibleBranches(filter, { condition: sql``, tail })}) visible ${tail}) counted
  `.execute(db)
  const count = rows[0]?.count ?? 0
  return count > countedUpTo ? undefined : count
}

/**
 * A subquery of the visible spaces' ids, for joins: `space_id in ${readableSpaceIds({ member })}`.
 * Its cost grows with what the member sees; where the candidates are few, name them in `where`.
 */
export function readableSpaceIds(filter: SpaceFilter): RawBuilder<{ id: string }> {
  const all: Cut = { condition: sql``, tail: sql`` }
  return sql`(with recursive ${memberScopes(filter.member)} select id from (${visibleBranches(filter, all)}) visible)`
}
