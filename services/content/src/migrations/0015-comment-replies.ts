import { Migration } from '@mikro-orm/migrations'

/** Replies, the subject of a comment when it was posted, and an index for each list of comments. */
export class Content0015 extends Migration {
  override up(): void {
    this.addSql(`
      alter table comment add column page jsonb, add column node_preview text,
        add column target_id text not null generated always as (coalesce(change_request_id, space_id)) stored`)
    this.addSql(`
      create table comment_reply (
        id text primary key,
        comment_id text not null references comment on delete cascade,
        target_id text not null,
        markdown text not null,
        posted_by text not null,
        posted_at timestamptz not null,
        edited_at timestamptz
      )`)
    this.addSql('create index comment_reply_comment on comment_reply (comment_id, id)')
    this.addSql('create index comment_reply_author on comment_reply (target_id, posted_by)')
    this.addSql(`
      create table comment_reply_reaction (
        reply_id text not null references comment_reply on delete cascade,
        emoji text not null,
        user_id text not null,
        reacted_at timestamptz not null,
        primary key (reply_id, emoji, user_id)
      )`)
    this.addSql('create index comment_target on comment (target_id, status, id)')
    this.addSql('create index comment_target_author on comment (target_id, posted_by, status, id)')
    this.addSql(`
      create index comment_target_page on comment (target_id, page_id, status, id) where page_id is not null`)
    this.addSql(`
      create index comment_target_page_author on comment (target_id, page_id, posted_by, status, id)
      where page_id is not null`)
    // Finds all comments of a space.
    this.addSql('create index comment_of_space on comment (space_id)')
    for (const replaced of ['comment_space', 'comment_author', 'comment_page', 'comment_status'])
      this.addSql(`drop index ${replaced}`)
  }
}
