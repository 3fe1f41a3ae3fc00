import { Migration } from '@mikro-orm/migrations'

/** The spaces with pages of specifications, so that these pages follow new versions. */
export class Content0035 extends Migration {
  override up(): void {
    this.addSql(`
      create table reference_space (
        id text primary key,
        space_id text not null references space on delete cascade,
        spec text not null,
        created_by text not null,
        marks int not null default 0,
        claim text,
        claimed_until timestamptz,
        attempts int not null default 0,
        constraint reference_space_once unique (space_id, spec)
      )`)
    this.addSql('create index reference_space_spec on reference_space (spec)')
    this.addSql('create index reference_space_marked on reference_space (id) where marks > 0')
  }
}
