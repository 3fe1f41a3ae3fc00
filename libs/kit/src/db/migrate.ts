import { setTimeout } from 'node:timers/promises'
import { Migration, Migrator } from '@mikro-orm/migrations'
import { type AnyEntity, type EntityClass, type EntitySchema, MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import type { DatabaseSettings } from './pool.ts'

export interface Schema {
  entities: (EntityClass<AnyEntity> | EntitySchema)[]
  migrations: MigrationClass[]
}

export const migrationTable = 'mikro_orm_migrations'

/** The tables of outbox, projector and idempotency keys: the same in every service's database. */
class Kit0001 extends Migration {
  override up(): void {
    this.addSql(`
      create table outbox (
        id text primary key,
        envelope jsonb not null,
        revokes text,
        created_at timestamptz not null default now(),
        published_at timestamptz
      )`)
    this.addSql('create index outbox_unpublished on outbox (id) where published_at is null')
    this.addSql('create index outbox_published on outbox (published_at) where published_at is not null')
    this.addSql(`
      create table projector_position (
        one boolean primary key default true check (one),
        stream text not null,
        sequence bigint not null,
        resync text
      )`)
    this.addSql(`
      create table projected (
        noun text not null,
        key text not null,
        version bigint not null,
        removed boolean not null,
        resync text,
        primary key (noun, key)
      )`)
    this.addSql(`
      create table dead_letter (
        sequence bigint primary key,
        envelope jsonb not null,
        error text not null,
        created_at timestamptz not null default now()
      )`)
    this.addSql(`
      create table idempotency_key (
        caller text not null,
        operation text not null,
        key text not null,
        request_hash text not null,
        status int,
        reply jsonb,
        created_at timestamptz not null default now(),
        primary key (caller, operation, key)
      )`)
    this.addSql('create index idempotency_key_created on idempotency_key (created_at)')
  }
}

/** The table of resynchronisations: the server that repeats its states for each run. */
class Kit0002 extends Migration {
  override up(): void {
    this.addSql(`
      create table resync_run (
        run text primary key,
        server text not null,
        kept_at timestamptz not null default now(),
        ended boolean not null default false
      )`)
  }
}

/**
 * The statement by which a migration has all owners repeat their states, for columns that copy what events newly carry. A
 * projector without this migration no longer leads, and the states of an owner of an earlier version do not count.
 */
export const askForAllStates = `
  update projector_position set stream = '', schema = (select count(*) + 1 from ${migrationTable})`

/**
 * The incarnation of the database (docs/adr/0040), where events stand in the stream, and the message at which a position
 * lies.
 */
class Kit0003 extends Migration {
  override up(): void {
    this.addSql(`
      create table incarnation (
        one boolean primary key default true check (one),
        epoch bigint not null,
        lineage text not null,
        started text not null,
        stream text not null,
        sequence bigint not null,
        owed text
      )`)
    this.addSql(`insert into incarnation values (true, 0, '', '', '', 0, null)`)
    this.addSql('alter table outbox add column stream text, add column sequence bigint')
    this.addSql('alter table projected add column epoch bigint not null default 0')
    this.addSql('alter table projector_position add column message text, add column schema integer')
    // Processes of an earlier version may have answered what earlier migrations asked for.
    this.addSql(askForAllStates)
    // Without a default, since processes of an earlier version set positions without it: these must not lead any more.
    this.addSql('alter table projector_position alter column schema set not null')
  }
}

const kitMigrations: MigrationClass[] = [Kit0001, Kit0002, Kit0003]

/** A migration's class. Its name is recorded in the database, so the name never changes. */
export type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration

const migrationLock = 0x71_75_69_72
const lookEveryMs = 100

/** The table that marks a database whose restore has not finished. Its content is of no use to a service. */
export const restoreMark = 'restore_in_progress'

/**
 * Brings the schema up to date. Replicas that start together take turns, and a killed one leaves no lock. A migration
 * has no timeout. Throws if the schema is newer than this code, or a restore into the database has not finished.
 */
export const migrate = (settings: Pick<DatabaseSettings, 'DATABASE_URL'>, schema: Pick<Schema, 'migrations'>) =>
  migrateWith(settings, migrationsOf(schema), requireUsable)

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
  )
}

async function migrateWith(
  { DATABASE_URL }: Pick<DatabaseSettings, 'DATABASE_URL'>,
  migrations: MigrationClass[],
  check: (client: pg.Client, done: ReadonlySet<string>, migrations: MigrationClass[]) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL, application_name: 'migrations' })
  await client.connect()
  try {
    await requireByteOrder(client)
    await takeLock(client)
    const done = await migrationsIn(client)
    await check(client, done, migrations)
    // Saves loading the mapper: most starts have nothing to migrate.
    if (!migrations.every(({ name }) => done.has(name))) await runMigrations(DATABASE_URL, migrations)
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
