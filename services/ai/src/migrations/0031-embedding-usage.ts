import { Migration } from '@mikro-orm/migrations'

/** Counts what is embedded by day, organization, account and address, and lets a space wait for its next day. */
export class Ai0031 extends Migration {
  override up(): void {
    this.addSql(`
      create table embedding_usage (
        holder text not null,
        day date not null,
        tokens bigint not null,
        primary key (holder, day)
      )`)
    this.addSql("alter table embedding_space add column next_at timestamptz not null default '-infinity'")
  }
}
