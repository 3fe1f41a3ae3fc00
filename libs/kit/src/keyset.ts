import { type RawBuilder, sql as raw, type SelectQueryBuilder, type SqlBool, type StringReference } from 'kysely'
import { rowsToRead } from './db/queries.ts'
import { notOfThisList } from './http/cursors.ts'
import type { Page } from './lists.ts'

type Direction = 'asc' | 'desc'

/** The order keys that the page before ended with, undefined on the first page. 400 unless they are `count` texts. */
export function keysBefore({ cursor }: Page, count = 1): string[] | undefined {
  if (!cursor) return undefined
  const keys = cursor.after.filter((key) => typeof key === 'string')
  if (keys.length !== count || cursor.after.length !== count) throw notOfThisList()
  return keys
}

/**
 * The rows of `query` from where the page begins, and one more than it shows. `by` are columns that hold texts or times,
 * never null; together they tell every two rows apart. An index in their order makes the last page cost what the first does.
 */
export function keysetPage<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  page: Page,
  by: readonly (StringReference<Tables, From> | RawBuilder<unknown>)[],
  direction: Direction = 'asc',
): SelectQueryBuilder<Tables, From, Row> {
  const columns = by.map((column) => (typeof column === 'string' ? raw.ref(column) : column))
  const ordered = columns.reduce((rows, column) => rows.orderBy(column, direction), query).limit(rowsToRead(page))
  const before = keysBefore(page, columns.length)
  if (!before) return ordered
  const beyond = raw.raw(direction === 'asc' ? '>' : '<')
  return ordered.where(raw<SqlBool>`(${raw.join(columns)}) ${beyond} (${raw.join(before)})`)
}
