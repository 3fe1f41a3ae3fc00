import { type QueryExecutorProvider, type RawBuilder, sql as raw } from 'kysely'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { Sealer } from './sealer.ts'

/** A column with sealed values: one per row, or an object of them by name. */
export interface SealedColumn {
  table: string
  id: string
  column: string
  isObject?: boolean
  /** The context that a value is sealed for; it opens only there. */
  contextOf: (id: string, name: string) => string
}

const rowsAtOnce = 200

interface RenewalResult {
  /** The number of values that were sealed with the current key. */
  renewed: number
  /** Contexts of values that no available key opens. */
  closed: string[]
}

/**
 * Seals values of other keys with the current one. A row that is changed meanwhile keeps its change, sealed with the
 * key of its writer. A value that does not open stays unchanged.
 */
export async function renewSealed(
  sql: QueryExecutorProvider,
  columns: readonly SealedColumn[],
  sealer: Sealer,
  signal?: AbortSignal,
): Promise<RenewalResult> {
  const result: RenewalResult = { renewed: 0, closed: [] }
  for (const column of columns) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      signal?.throwIfAborted()
      const rows = await rowsAfter(sql, column, sealer.prefix, after)
      const fresh = rows.map((row) => resealed(row, column, sealer, result))
      await write(sql, column, rows, fresh)
      after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id
    }
  }
  return result
}

interface SealedRow {
  id: string
  /** The column's value as text. */
  value: string
}

async function rowsAfter(
  sql: QueryExecutorProvider,
  { table, id, column, isObject }: SealedColumn,
  prefix: string,
  after: string,
) {
  const value: RawBuilder<unknown> = raw.ref(column)
  const isOther = isObject
    ? raw`exists (select from jsonb_each_text(${value}) one where not starts_with(one.value, ${prefix}))`
    : raw`not starts_with(${value}, ${prefix})`
  const { rows } = await raw<SealedRow>`
    select ${raw.ref(id)} as id, ${value}::text as value from ${raw.table(table)}
    where ${raw.ref(id)} > ${after} and ${isOther} order by ${raw.ref(id)} limit ${rowsAtOnce}`.execute(sql)
  return rows
}

/** Returns the value of a row with the current key, as the column's text. */
function resealed(
  { id, value }: SealedRow,
  { isObject, contextOf }: SealedColumn,
  sealer: Sealer,
  result: RenewalResult,
): string {
  const renewed = (sealed: string, name: string) => {
    if (sealed.startsWith(sealer.prefix)) return sealed
    const context = contextOf(id, name)
    try {
      const fresh = sealer.seal(sealer.open(sealed, context), context)
      result.renewed += 1
      return fresh
    } catch {
      result.closed.push(context)
      return sealed
    }
  }
  if (!isObject) return renewed(value, '')
  const values = Object.entries(JSON.parse(value) as Record<string, string>)
  return JSON.stringify(Object.fromEntries(values.map(([name, sealed]) => [name, renewed(sealed, name)])))
}

async function write(
  sql: QueryExecutorProvider,
  { table, id, column, isObject }: SealedColumn,
  rows: SealedRow[],
  fresh: string[],
) {
  if (rows.length === 0) return
  const type = isObject ? raw`jsonb` : raw`text`
  await raw`
    update ${raw.table(table)} stored set ${raw.ref(column)} = one.fresh::${type}
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.value)}::text[], ${fresh}::text[])
      as one (id, value, fresh)
    where stored.${raw.ref(id)} = one.id and stored.${raw.ref(column)} = one.value::${type}`.execute(sql)
}

const retryMs = 60_000
const maxLogged = 10

interface RenewalParts {
  sql: () => QueryExecutorProvider
  /** All columns of the service with sealed values. */
  columns: readonly SealedColumn[]
  sealer: Sealer
  log: Logger
}

/**
 * Seals stored values with the current key, once at the start of the service. The keys are read at the start too, so
 * the last process to start has the current ones.
 */
export function startSealRenewal({ sql, columns, sealer, log }: RenewalParts): Loop {
  let isDone = false
  return startLoop({ name: 'sealing anew', everyMs: retryMs, log }, async (signal) => {
    if (isDone) return
    const { renewed, closed } = await renewSealed(sql(), columns, sealer, signal)
    isDone = true
    if (renewed > 0) log.info({ values: renewed }, 'values are sealed with the current key')
    if (closed.length > 0)
      log.error({ values: closed.length, places: closed.slice(0, maxLogged) }, 'values do not open with any key')
  })
}
