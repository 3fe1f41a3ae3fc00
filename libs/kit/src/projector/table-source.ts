import type { Noun } from '@quire/contracts'
import { type Kysely, sql as raw } from 'kysely'
import { type Source, source } from './resync.ts'

/**
 * Lists the states of a table's rows, or of the rows that match `only`, a page at a time in the order of the primary key.
 * The columns of the key are texts without dots.
 */
export function tableSource<Row>(
  noun: Pick<Noun, 'name'>,
  table: string,
  key: readonly [string, ...string[]],
  state: (row: Row) => unknown,
  only = 'true',
): Source {
  const columns = raw.join(key.map((one) => raw.ref(one)))
  return source(noun, async (sql: Kysely<never>, after, limit) => {
    const ended = after?.split('.') ?? []
    const from = key.map((_, index) => ended[index] ?? '')
    const { rows } = await raw<Row & { source_key: string }>`
      select *, concat_ws('.', ${columns}) as source_key from ${raw.table(table)}
      where (${columns}) > (${raw.join(from)}) and ${raw.raw(only)} order by ${columns} limit ${limit}`.execute(sql)
    return { states: rows.map(state), next: rows.length === limit ? rows.at(-1)?.source_key : undefined }
  })
}
