import { Migration } from '@mikro-orm/migrations'

/** Announced and uploaded files that no content names yet (docs/adr/0029). */
export class Content0020 extends Migration {
  override up(): void {
    this.addSql(`
      create table upload (
        id text primary key,
        organization_id text not null,
        member_id text not null,
        user_id text not null,
        kind text not null,
        name text not null,
        size integer not null,
        blob text,
        swept boolean not null default false,
        kept_until timestamptz not null
      )`)
    this.addSql('create index upload_kept_until on upload (kept_until)')
    this.addSql('create index upload_of_person on upload (organization_id, user_id)')
  }
}
