import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** Inserts rows, or overwrites those with the same key, in one statement. All rows have the same columns. */
export async function upsert(
  db: QueryExecutorProvider,
  table: string,
  key: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  const rest = columns.filter((name) => !key.includes(name))
  const assign = (name: string) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`
  await sql`
    insert into ${sql.table(table)} (${list(columns)})
    select ${list(columns)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (${list(key)}) do ${rest.length > 0 ? sql`update set ${sql.join(rest.map(assign))}` : sql`nothing`}
  `.execute(db)
}

/** Deletes rows by their `keys` as events write them: the values of the key's columns, joined by a dot. */
export async function removeKeys(
  db: QueryExecutorProvider,
  table: string,
  key: readonly string[],
  keys: readonly string[],
): Promise<void> {
  const parts = keys.map((one) => one.split('.'))
  const column = (index: number): RawBuilder<unknown> => sql`${parts.map((part) => part[index] ?? '')}::text[]`
  await sql`
    delete from ${sql.table(table)}
    where (${sql.join(key.map((name) => sql.ref(name)))}) in (select * from unnest(${sql.join(key.map((_, index) => column(index)))}))
  `.execute(db)
}
