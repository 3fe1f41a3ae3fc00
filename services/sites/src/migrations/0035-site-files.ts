import { Migration } from '@mikro-orm/migrations'

/** Creates the files of sites: uploaded pictures and fonts of their looks. */
export class Sites0035 extends Migration {
  override up(): void {
    this.addSql(`
      create table site_file (
        id text primary key,
        site_id text not null references site on delete cascade,
        created_by text not null,
        kind text not null,
        content_type text not null,
        sha256 text not null,
        size integer not null,
        bytes bytea not null,
        kept_until timestamptz not null
      )`)
    // Pictures and fonts are compressed already.
    this.addSql('alter table site_file alter column bytes set storage external')
    this.addSql('create unique index site_file_same on site_file (site_id, sha256)')
    this.addSql('create index site_file_person on site_file (created_by)')
    this.addSql('create index site_file_due on site_file (kept_until)')
  }
}
