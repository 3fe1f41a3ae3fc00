import { setTimeout } from 'node:timers/promises'
import type { AnyEntity, EntityClass, EntitySchema } from '@mikro-orm/postgresql'
import pg from 'pg'
import { unreachable } from '../settings/unreachable.ts'
import { kitMigrations, type MigrationClass, migrationTable } from './kit-migrations.ts'
import type { DatabaseSettings } from './pool.ts'
import { type Report, runMigrations } from './run-migrations.ts'

export interface Schema {
  entities: (EntityClass<AnyEntity> | EntitySchema)[]
  migrations: MigrationClass[]
}

const migrationLock = 0x71_75_69_72
const lookEveryMs = 100

/** The table that marks a database whose restore has not finished. Its content is of no use to a service. */
export const restoreMark = 'restore_in_progress'

/**
 * Brings the schema up to date. Replicas that start together take turns, and a killed one leaves no lock. A migration
 * has no timeout; `report` gets lines about its progress. Throws if the schema is newer than this code, or a restore into the database has not finished.
 */
export const migrate = (
  settings: Pick<DatabaseSettings, 'DATABASE_URL'>,
  schema: Pick<Schema, 'migrations'>,
  report: Report = () => undefined,
) => migrateWith(settings, migrationsOf(schema), requireUsable, report)

/**
 * Does the migrations of a backup, by name, in a database that is being restored. Throws if this code lacks one of them,
 * before anything changes.
 */
export async function migrateTo(
  settings: Pick<DatabaseSettings, 'DATABASE_URL'>,
  schema: Pick<Schema, 'migrations'>,
  names: readonly string[],
): Promise<void> {
  const known = migrationsOf(schema)
  const unknown = names.find((name) => !known.some((one) => one.name === name))
  if (unknown !== undefined) throw new Error(newerSchema(unknown, known))
  await migrateWith(
    settings,
    known.filter(({ name }) => names.includes(name)),
    async () => undefined,
    () => undefined,
  )
}

async function migrateWith(
  { DATABASE_URL }: Pick<DatabaseSettings, 'DATABASE_URL'>,
  migrations: MigrationClass[],
  check: (client: pg.Client, done: ReadonlySet<string>, migrations: MigrationClass[]) => Promise<void>,
  report: Report,
): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL, application_name: 'migrations' })
  await client.connect().catch((cause: unknown) => {
    throw unreachable('DATABASE_URL', DATABASE_URL, cause)
  })
  try {
    await requireByteOrder(client)
    await takeLock(client)
    const done = await migrationsIn(client)
    await check(client, done, migrations)
    // Saves loading the mapper: most starts have nothing to migrate.
    if (!migrations.every(({ name }) => done.has(name))) await runMigrations(DATABASE_URL, migrations, done, report)
  } finally {
    await client.end()
  }
}

async function requireUsable(client: pg.Client, done: ReadonlySet<string>, migrations: MigrationClass[]) {
  const { rows } = await client.query(`select to_regclass('${restoreMark}') is not null as is_restoring`)
  if (rows[0]?.is_restoring) throw new Error('A restore into this database has not finished: run it again.')
  const unknown = [...done].findLast((name) => !migrations.some((one) => one.name === name))
  if (unknown !== undefined) throw new Error(newerSchema(unknown, migrations))
}

const newerSchema = (unknown: string, known: readonly MigrationClass[]) =>
  `The schema of the database (${unknown}) is newer than this version of Quire (${known.at(-1)?.name}): use the version that made it, or a later one.`

/** All migrations of a service's database, the kit's first. */
export const migrationsOf = ({ migrations }: Pick<Schema, 'migrations'>): MigrationClass[] => [
  ...kitMigrations,
  ...migrations,
]

/** The names of the migrations that a database has, in the order in which they were done. */
export async function migrationsIn(client: Pick<pg.Client, 'query'>): Promise<Set<string>> {
  const { rows: tables } = await client.query(`select to_regclass('${migrationTable}') is not null as is_made`)
  if (!tables[0]?.is_made) return new Set()
  const { rows } = await client.query(`select name from ${migrationTable} order by id`)
  return new Set(rows.map(({ name }) => name))
}

/** Polls for the lock: a wait inside the database would keep vacuum from the rows that others delete. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [migrationLock])
    if (rows[0]?.mine) return
    await setTimeout(lookEveryMs)
  }
}

/** Keyset pages follow the order of keys: a collation that may change between versions would lose rows. */
async function requireByteOrder(client: pg.Client) {
  const { rows } = await client.query(`select 'B' < 'a' as is_byte_order`)
  if (rows[0]?.is_byte_order) return
  throw new Error('The database must sort by code point: create it with the locale C or C.UTF-8.')
}
