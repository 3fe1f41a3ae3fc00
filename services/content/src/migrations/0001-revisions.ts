import { Migration } from '@mikro-orm/migrations'

/** Revisions with their nodes and documents; rows are only ever added. */
export class Content0001 extends Migration {
  override up(): void {
    // Text, not jsonb: the hash is over exactly these bytes, and nothing queries inside.
    this.addSql(`
      create table tree_node (
        hash text primary key,
        level smallint not null,
        entries text not null
      )`)
    this.addSql(`
      create table document (
        hash text primary key,
        markdown text not null
      )`)
    this.addSql(`
      create table revision (
        id text primary key,
        space_id text not null,
        change_request_id text,
        parents text[] not null,
        pages text not null,
        slugs text not null,
        children text not null,
        files text not null,
        conflicts text not null,
        kind text not null,
        message text,
        created_by text,
        created_at timestamptz not null
      )`)
    this.addSql('create index revision_space on revision (space_id, id)')
  }
}
