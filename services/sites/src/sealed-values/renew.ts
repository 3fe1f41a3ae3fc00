import type { Sealer } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { headerPlace } from '../mcp-servers/header-values.ts'
import { sharePlace } from '../share-keys/keys.ts'
import { visitorPlace } from '../visitors/visitor-keys.ts'

/** A column that holds sealed values: one of each row, or an object of them by their names. */
interface SealedColumn {
  table: string
  id: string
  column: string
  isObject?: boolean
  /** Where a value is kept; it opens there only. */
  placeOf: (id: string, name: string) => string
}

/** Everything that sites seals. */
const sealedColumns: SealedColumn[] = [
  { table: 'share_link', id: 'id', column: 'sealed_key', placeOf: sharePlace },
  { table: 'publishing_auth', id: 'site_id', column: 'sealed_key', placeOf: visitorPlace },
  { table: 'site_mcp_server', id: 'id', column: 'headers', isObject: true, placeOf: headerPlace },
]

const rowsAtOnce = 200

interface Renewed {
  /** Values that have the current key now. */
  renewed: number
  /** Places whose values do not open with any key that there is. */
  closed: string[]
}

/**
 * Seals with the current key what another one sealed. A row that is changed meanwhile keeps its change, whose values have
 * the key of whoever wrote it. What does not open stays as it is.
 */
export async function renewSealed(sql: Sql, sealer: Sealer, signal?: AbortSignal): Promise<Renewed> {
  const result: Renewed = { renewed: 0, closed: [] }
  for (const column of sealedColumns) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      signal?.throwIfAborted()
      const rows = await rowsBehind(sql, column, sealer.prefix, after)
      const fresh = rows.map((row) => freshOf(row, column, sealer, result))
      await write(sql, column, rows, fresh)
      after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id
    }
  }
  return result
}

interface SealedRow {
  id: string
  /** As the column's text. */
  value: string
}

async function rowsBehind(sql: Sql, { table, id, column, isObject }: SealedColumn, prefix: string, after: string) {
  const value: RawBuilder<unknown> = raw.ref(column)
  const isOther = isObject
    ? raw`exists (select from jsonb_each_text(${value}) one where not starts_with(one.value, ${prefix}))`
    : raw`not starts_with(${value}, ${prefix})`
  const { rows } = await raw<SealedRow>`
    select ${raw.ref(id)} as id, ${value}::text as value from ${raw.table(table)}
    where ${raw.ref(id)} > ${after} and ${isOther} order by ${raw.ref(id)} limit ${rowsAtOnce}`.execute(sql)
  return rows
}

/** The value of a row with the current key, as the column's text. */
function freshOf(
  { id, value }: SealedRow,
  { isObject, placeOf }: SealedColumn,
  sealer: Sealer,
  result: Renewed,
): string {
  const renewed = (sealed: string, name: string) => {
    if (sealed.startsWith(sealer.prefix)) return sealed
    const place = placeOf(id, name)
    try {
      const fresh = sealer.seal(sealer.open(sealed, place), place)
      result.renewed += 1
      return fresh
    } catch {
      result.closed.push(place)
      return sealed
    }
  }
  if (!isObject) return renewed(value, '')
  const values = Object.entries(JSON.parse(value) as Record<string, string>)
  return JSON.stringify(Object.fromEntries(values.map(([name, sealed]) => [name, renewed(sealed, name)])))
}

async function write(sql: Sql, { table, id, column, isObject }: SealedColumn, rows: SealedRow[], fresh: string[]) {
  if (rows.length === 0) return
  const type = isObject ? raw`jsonb` : raw`text`
  await raw`
    update ${raw.table(table)} kept set ${raw.ref(column)} = one.fresh::${type}
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.value)}::text[], ${fresh}::text[])
      as one (id, value, fresh)
    where kept.${raw.ref(id)} = one.id and kept.${raw.ref(column)} = one.value::${type}`.execute(sql)
}
