import { Migration } from '@mikro-orm/migrations'

/** A migration's class. Its name is recorded in the database, so the name never changes. */
export type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration

/** The table of the migrations that a database has. */
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

export const kitMigrations: MigrationClass[] = [Kit0001, Kit0002, Kit0003]
