import { Migration } from '@mikro-orm/migrations'
import type { MigrationClass } from './migrate.ts'

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

export const kitMigrations: MigrationClass[] = [Kit0001, Kit0002]
