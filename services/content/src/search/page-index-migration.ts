import { Migration } from '@mikro-orm/migrations'

/** The live pages of every space, for search and backlinks; `vector` is null for pages that search leaves out. */
export class PageIndex0001 extends Migration {
  override up(): void {
    // Words and space in one index: a word common elsewhere costs nothing in a space that lacks it.
    this.addSql('create extension if not exists btree_gin')
    this.addSql(`
      create table page_index (
        space_id text not null,
        page_id text not null,
        key text not null unique generated always as (space_id || '/' || page_id) stored,
        title text not null,
        sections jsonb not null,
        targets text[] not null,
        vector tsvector,
        primary key (space_id, page_id)
      )`)
    this.addSql('create index page_index_vector on page_index using gin (space_id, vector) with (fastupdate = off)')
    this.addSql('create index page_index_targets on page_index using gin (targets) with (fastupdate = off)')
  }
}
