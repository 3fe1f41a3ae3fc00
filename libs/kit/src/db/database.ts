import { type Migration, Migrator } from '@mikro-orm/migrations'
import type { Kysely } from '@mikro-orm/postgresql'
import {
  type AnyEntity,
  type EntityClass,
  type EntityManager,
  type EntitySchema,
  MikroORM,
} from '@mikro-orm/postgresql'
import pg from 'pg'
import type { DatabaseConfig } from '../config.ts'
import { kitMigrations } from './migrations.ts'
import { preparingClient } from './statements.ts'

export type Database = MikroORM
export type { EntityManager }
/** Rows as the database has them: snake_case keys. `Tables` names what a query touches. */
export type Sql<Tables> = Kysely<Tables>

/** A migration's class; its name is the one recorded, so it never changes. */
export type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration

export interface Schema {
  entities: (EntityClass<AnyEntity> | EntitySchema)[]
  migrations: MigrationClass[]
}

/** Connects a service to its own database; the kit's tables come with it. */
export async function openDatabase(
  config: Pick<DatabaseConfig, 'DATABASE_URL' | 'DATABASE_POOL'>,
  schema: Schema,
): Promise<Database> {
  return MikroORM.init({
    clientUrl: config.DATABASE_URL,
    entities: schema.entities,
    extensions: [Migrator],
    discovery: { warnWhenNoEntities: false },
    pool: { min: 1, max: config.DATABASE_POOL },
    driverOptions: { Client: preparingClient() },
    migrations: {
      snapshot: false,
      silent: true,
      migrationsList: [...kitMigrations, ...schema.migrations].map((one) => ({ name: one.name, class: one })),
    },
  })
}

const migrationLock = 0x71_75_69_72

/** Brings the schema up to date; replicas that start together take turns, and a killed one leaves no lock. */
export async function migrate(config: DatabaseConfig, database: Database): Promise<void> {
  const client = new pg.Client({ connectionString: config.DATABASE_URL })
  await client.connect()
  try {
    await requireByteOrder(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await database.migrator.up()
  } finally {
    await client.end()
  }
}

/** Keyset pages follow the order of keys: a collation that may change between versions would lose rows (attacks 33). */
async function requireByteOrder(client: pg.Client) {
  const { rows } = await client.query(`select 'B' < 'a' as is_byte_order`)
  if (rows[0]?.is_byte_order) return
  throw new Error('The database must sort by code point: create it with the locale C or C.UTF-8.')
}
