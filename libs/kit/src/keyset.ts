import { type RawBuilder, sql as raw, type SelectQueryBuilder, type SqlBool, type StringReference } from 'kysely'
import { rowsToRead } from './db/queries.ts'
import { notOfThisList } from './http/cursors.ts'
import type { Page } from './http/list-envelope.ts'

type Direction = 'asc' | 'desc'

/** Returns the order keys at which the previous page ended, undefined on the first page. 400 unless they are `count` texts. */
export function keysBefore({ cursor }: Page, count = 1): string[] | undefined {
  if (!cursor) return undefined
  const keys = cursor.after.filter((key) => typeof key === 'string')
  if (keys.length !== count || cursor.after.length !== count) throw notOfThisList()
  return keys
}

/**
 * Limits `query` to the rows of the page, and one more. `by` are columns that hold texts or times, never null; together
 * they are unique. With an index in their order the last page costs as much as the first.
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
