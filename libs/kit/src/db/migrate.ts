import { setTimeout } from 'node:timers/promises'
import { type Migration, Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import type { DatabaseSettings, Schema } from './database.ts'
import { kitMigrations } from './migrations.ts'

/** A migration's class. Its name is recorded in the database, so the name never changes. */
export type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration

const migrationLock = 0x71_75_69_72
const lookEveryMs = 100
const migrationTable = 'mikro_orm_migrations'

/**
 * Brings the schema up to date. Replicas that start together take turns, and a killed one leaves no lock. A migration
 * has no timeout.
 */
export async function migrate(
  { DATABASE_URL }: Pick<DatabaseSettings, 'DATABASE_URL'>,
  schema: Pick<Schema, 'migrations'>,
): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL, application_name: 'migrations' })
  await client.connect()
  try {
    await requireByteOrder(client)
    await takeLock(client)
    const migrations = migrationsOf(schema)
    if (!(await isUpToDate(client, migrations))) await runMigrations(DATABASE_URL, migrations)
  } finally {
    await client.end()
  }
}

/** All migrations of a service's database, the kit's first. */
export const migrationsOf = ({ migrations }: Pick<Schema, 'migrations'>): MigrationClass[] => [
  ...kitMigrations,
  ...migrations,
]

/** Saves loading the mapper: most starts have nothing to migrate. */
async function isUpToDate(client: pg.Client, migrations: MigrationClass[]): Promise<boolean> {
  const { rows: tables } = await client.query(`select to_regclass('${migrationTable}') is not null as is_made`)
  if (!tables[0]?.is_made) return false
  const { rows } = await client.query(`select name from ${migrationTable}`)
  const done = new Set(rows.map(({ name }) => name))
  return migrations.every(({ name }) => done.has(name))
}

/** Polls for the lock: a wait inside the database would keep vacuum from the rows that others delete. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [migrationLock])
    if (rows[0]?.mine) return
    await setTimeout(lookEveryMs)
  }
}

async function runMigrations(clientUrl: string, migrations: MigrationClass[]) {
  const orm = await MikroORM.init({
    clientUrl,
    entities: [],
    extensions: [Migrator],
    discovery: { warnWhenNoEntities: false },
    migrations: {
      snapshot: false,
      silent: true,
      tableName: migrationTable,
      migrationsList: migrations.map((one) => ({ name: one.name, class: one })),
    },
  })
  try {
    await orm.migrator.up()
  } finally {
    await orm.close()
  }
}

/** Keyset pages follow the order of keys: a collation that may change between versions would lose rows. */
async function requireByteOrder(client: pg.Client) {
  const { rows } = await client.query(`select 'B' < 'a' as is_byte_order`)
  if (rows[0]?.is_byte_order) return
  throw new Error('The database must sort by code point: create it with the locale C or C.UTF-8.')
}
