import { Migration } from '@mikro-orm/migrations'

/** What happened for each person: mentions, replies, reviews, merges and imports. */
export class Content0059 extends Migration {
  override up(): void {
    this.addSql(`
      create table notification (
        id text collate "C" primary key,
        user_id text not null,
        cause text not null,
        kind text not null,
        organization_id text not null,
        space_id text not null references space on delete cascade,
        change_request_id text,
        comment_id text,
        reply_id text,
        import_run_id text,
        actor text,
        created_at timestamptz not null,
        read_at timestamptz
      )`)
    this.addSql('create unique index notification_cause on notification (user_id, cause)')
    this.addSql('create index notification_of_person on notification (organization_id, user_id, id)')
    this.addSql('create index notification_space on notification (space_id)')
    this.addSql('create index notification_age on notification (created_at)')
  }
}
