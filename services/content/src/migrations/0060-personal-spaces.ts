import { Migration } from '@mikro-orm/migrations'

/** Favourites and recent spaces of people, and who edits which page. */
export class Content0060 extends Migration {
  override up(): void {
    this.addSql(`
      create table personal_space (
        user_id text not null,
        space_id text not null references space on delete cascade,
        favorite_at timestamptz,
        opened_at timestamptz,
        primary key (user_id, space_id)
      )`)
    this.addSql('create index personal_space_space on personal_space (space_id)')
    this.addSql(`
      create unlogged table page_editor (
        change_request_id text not null references change_request on delete cascade,
        page_id text not null,
        user_id text not null,
        since timestamptz not null,
        seen_at timestamptz not null,
        primary key (change_request_id, page_id, user_id)
      )`)
  }
}
