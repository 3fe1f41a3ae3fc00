import { Migration } from '@mikro-orm/migrations'

/** Counters of spaces are published separately from the spaces, beginning with all that are not zero. */
export class Content0012 extends Migration {
  override up(): void {
    this.addSql('alter table space add column counters_version bigint not null default 0')
    // Writers only insert rows, so that two that count in one space never wait for each other or for the job.
    this.addSql(`
      create table space_counter_mark (id bigint generated always as identity primary key, space_id text not null)`)
    this.addSql(`
      create table space_counter_turn (one boolean primary key default true check (one), told_at timestamptz not null)`)
    this.addSql(`insert into space_counter_turn (told_at) values ('-infinity')`)
    this.addSql('update space set counters_version = 1 where comments <> 0 or change_requests <> 0')
    this.addSql('insert into space_counter_mark (space_id) select id from space where counters_version = 1 order by id')
  }
}
