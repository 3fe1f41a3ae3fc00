import type { RoleName } from '@quire/contracts'
import { countedUpTo } from '@quire/kit'
import { type QueryExecutorProvider, type RawBuilder, type Selectable, sql } from 'kysely'
import { levelOf, strengthOf } from './levels.ts'
import { memberScopes, type Viewer } from './member-scopes.ts'
import type { ContentAccessTables } from './tables.ts'

/** Selects collections of the member's organization that they may read; never deleted ones. */
interface CollectionFilter {
  member: Viewer
  /** Selects only collections without a parent. */
  topOnly?: boolean | undefined
}

interface CollectionPage extends CollectionFilter {
  /** A column of `collection` to order by before the id. Default: the id alone. */
  orderBy?: string | undefined
  /** The order keys of the last row of the previous page. */
  after?: readonly string[] | undefined
  limit: number
}

/** A visible collection, so its level is never `none`. */
type VisibleCollection<Row> = Selectable<Row> & { level: RoleName }

/**
 * Returns a page of the collections that a member sees, as rows of `collection` with the member's level, in one query.
 * The cost grows with the organization's collections, whatever the page. `Row` is the service's own row of that table.
 */
export async function visibleCollections<Row = ContentAccessTables['collection']>(
  db: QueryExecutorProvider,
  page: CollectionPage,
): Promise<VisibleCollection<Row>[]> {
  const { rows } = await visiblePage<Row>(page).execute(db)
  return rows
}

function visiblePage<Row>({
  orderBy = 'id',
  after,
  limit,
  ...filter
}: CollectionPage): RawBuilder<VisibleCollection<Row>> {
  const columns = sql.join((orderBy === 'id' ? ['id'] : [orderBy, 'id']).map((name) => sql.ref(`c.${name}`)))
  return sql`
    with recursive ${memberScopes(filter.member)}
    select c.*, ${levelOf(sql`scope.strength`)} as level from ${visible(filter)}
      ${after ? sql`and (${columns}) > (${sql.join(after)})` : sql``}
    order by ${columns} limit ${limit}
  `
}

/** Counts the collections of the filter; undefined beyond the counting limit (docs/interface.md#lists). */
export async function countVisibleCollections(
  db: QueryExecutorProvider,
  filter: CollectionFilter,
): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    with recursive ${memberScopes(filter.member)}
    select count(*)::int as count from ${visible(filter)}
  `.execute(db)
  const count = rows[0]?.count ?? 0
  return count > countedUpTo ? undefined : count
}

const visible = ({ topOnly }: CollectionFilter): RawBuilder<unknown> => sql`
  scope join collection c on c.id = scope.id
  where scope.strength >= ${sql.lit(strengthOf('read'))} and c.deleted_at is null
    ${topOnly ? sql`and c.parent_id is null` : sql``}`
