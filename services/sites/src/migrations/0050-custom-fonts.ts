import { Migration } from '@mikro-orm/migrations'

/** Creates the fonts of organizations; each face is one file. */
export class Sites0050 extends Migration {
  override up(): void {
    this.addSql(`
      create table custom_font (
        id text primary key,
        organization_id text not null,
        created_by text not null,
        font_family text not null
      )`)
    this.addSql(`
      create table custom_font_face (
        id text primary key,
        font_id text not null references custom_font on delete cascade,
        weight integer not null,
        content_type text not null,
        sha256 text not null,
        size integer not null,
        bytes bytea not null,
        unique (font_id, weight)
      )`)
    // Fonts are compressed already.
    this.addSql('alter table custom_font_face alter column bytes set storage external')
    this.addSql('create index custom_font_organization on custom_font (organization_id, id)')
    this.addSql('create index custom_font_person on custom_font (created_by)')
  }
}
