import { type Kysely, sql as raw } from 'kysely'
import { causesOf } from '../causes.ts'
import { replacedSoon } from '../refusals.ts'
import { migrationTable } from './kit-migrations.ts'
import { migrationsOf, type Schema } from './migrate.ts'

/**
 * Codes of statements that do not fit the schema: a table (42P01), a column (42703) or a function (42883) that does not
 * exist, a type that differs (42804), a column without a value (23502), and a row that a check refuses (23514).
 */
const misfit = /^(42P01|42703|42883|42804|23502|23514)$/

const isMisfit = (error: unknown): boolean => causesOf(error).some(({ code }) => misfit.test(String(code)))

/**
 * Returns what a service throws in place of an error of a request. While a later version is starting beside this process,
 * it may have migrated the database, and statements of this version may fail by that: then the request is refused with
 * 503, and succeeds once the later version answers it. Everything else is thrown as it is.
 */
export function refusalIfOutdated(sql: Kysely<never>, schema: Pick<Schema, 'migrations'>) {
  const known = migrationsOf(schema).map(({ name }) => name)
  return async (error: unknown): Promise<never> => {
    throw isMisfit(error) && (await hasOthers(sql, known)) ? replacedSoon() : error
  }
}

/** True if the database has migrations other than the known ones. */
async function hasOthers(sql: Kysely<never>, known: readonly string[]): Promise<boolean> {
  const { rows } = await raw`
    select from ${raw.table(migrationTable)} where name <> all(${known}::text[]) limit 1`.execute(sql)
  return rows.length > 0
}
