import { Migration } from '@mikro-orm/migrations'

/**
 * Live pages that are not in the search index yet, and announcements of content that is written to a store before a
 * revision names it.
 */
export class Content0009 extends Migration {
  override up(): void {
    this.addSql(`
      create table page_index_due (
        space_id text not null,
        page_id text not null,
        revision text not null,
        page jsonb not null,
        due_at timestamptz not null default now(),
        taken_at timestamptz,
        primary key (space_id, page_id)
      )`)
    this.addSql('create index page_index_due_at on page_index_due (due_at)')
    this.addSql('create index page_index_due_order on page_index_due (space_id, due_at, page_id)')
    this.addSql(`
      create table unnamed (
        id text primary key,
        store text not null,
        began_at timestamptz not null default now(),
        failed boolean not null default false
      )`)
    this.addSql('create index unnamed_store on unnamed (store)')
  }
}
