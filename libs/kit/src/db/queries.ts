import { defaultLimit } from '@quire/contracts'
import { type Kysely, sql as raw, type SelectQueryBuilder } from 'kysely'
import { countedUpTo, type Page } from '../lists.ts'

/** The number of rows of `query`, or undefined beyond `upTo`. */
export async function countOf<Tables>(
  sql: Kysely<Tables>,
  query: SelectQueryBuilder<Tables, never, unknown>,
  upTo = countedUpTo,
): Promise<number | undefined> {
  const counted = query.limit(raw.lit(upTo + 1))
  const { rows } = await raw<{ count: number }>`select count(*)::int as count from (${counted}) counted`.execute(sql)
  const count = rows[0]?.count ?? 0
  return count > upTo ? undefined : count
}

/**
 * How many rows a page's statement reads: one more than are shown, unless said otherwise. With the usual limit the
 * number is part of the statement: PostgreSQL then keeps one plan, for few rows, instead of planning each time.
 */
export const rowsToRead = ({ limit }: Page, rows = limit + 1) =>
  limit === defaultLimit ? raw.lit(rows) : raw<number>`${rows}`

/**
 * For `where(column, '=', anyOf(values))`: the values are one parameter, so that lists of every length share one
 * statement and its plan. Nothing is any of an empty list.
 */
export const anyOf = <Value>(values: readonly Value[]) => raw<Value>`any(${values})`

/** A LIKE pattern for "contains": in it, `text` has no wildcards. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** True for the database's refusal of a second row with the same values under this unique constraint or index. */
export function violates(error: unknown, uniqueConstraint: string): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === uniqueConstraint
}
