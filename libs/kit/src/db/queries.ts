import { defaultLimit } from '@quire/contracts'
import { type Kysely, sql as raw, type SelectQueryBuilder } from 'kysely'

/** Counting stops here: for longer lists `count` is left out rather than computed at any cost (docs/interface.md#lists). */
export const countedUpTo = 10_000

/** Returns the number of rows of `query`, or undefined beyond `upTo`. */
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
 * The number of rows that a page's statement reads: by default one more than the page has. With the default limit the
 * number is part of the statement: PostgreSQL then reuses one plan, for few rows, instead of planning each time.
 */
export const rowsToRead = ({ limit }: { limit: number }, rows = limit + 1) =>
  limit === defaultLimit ? raw.lit(rows) : raw<number>`${rows}`

/**
 * For `where(column, '=', anyOf(values))`: the values are one parameter, so that lists of every length share one
 * statement and its plan. An empty list matches nothing.
 */
export const anyOf = <Value>(values: readonly Value[]) => raw<Value>`any(${values})`

/** Returns a LIKE pattern for "contains"; wildcards in `text` are escaped. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** True if `error` is the database's refusal of a second row with the same values under this unique constraint or index. */
export function violates(error: unknown, uniqueConstraint: string): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === uniqueConstraint
}
