import { countedUpTo } from '@quire/kit'
import { type Kysely, sql as raw, type SelectQueryBuilder } from 'kysely'

/** The number of rows of `query`, or undefined beyond what is counted (design 3). */
export async function countOf<Tables>(
  sql: Kysely<Tables>,
  query: SelectQueryBuilder<Tables, never, unknown>,
): Promise<number | undefined> {
  const { rows } = await raw<{
    n: number
  }>`select count(*)::int as n from (${query.limit(countedUpTo + 1)}) rows`.execute(sql)
  const n = rows[0]?.n ?? 0
  return n > countedUpTo ? undefined : n
}

/** A LIKE pattern for "contains"; `text` has no wildcards. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** One page of states for a resynchronisation, and where the next begins. */
export function statesOf<Row, State>(
  rows: Row[],
  limit: number,
  state: (row: Row) => State,
  key: (row: Row) => string,
) {
  const last = rows.at(-1)
  return { states: rows.map(state), next: last && rows.length === limit ? key(last) : undefined }
}
