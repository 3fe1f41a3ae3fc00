import { Migration } from '@mikro-orm/migrations'

/** Counters of spaces are told apart from the spaces; at first all that are not zero. */
export class Content0012 extends Migration {
  override up(): void {
    this.addSql('alter table space add column counters_version bigint not null default 0')
    // Only ever added to by writers: two that count in one space do not wait for each other here, nor for the job.
    this.addSql(`
      create table space_counter_mark (id bigint generated always as identity primary key, space_id text not null)`)
    this.addSql(`
      create table space_counter_turn (one boolean primary key default true check (one), told_at timestamptz not null)`)
    this.addSql(`insert into space_counter_turn (told_at) values ('-infinity')`)
    this.addSql('update space set counters_version = 1 where comments <> 0 or change_requests <> 0')
    this.addSql('insert into space_counter_mark (space_id) select id from space where counters_version = 1 order by id')
  }
}
