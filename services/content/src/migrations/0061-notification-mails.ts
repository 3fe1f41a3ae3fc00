import { Migration } from '@mikro-orm/migrations'

/** Notifications as jobs of mailing them, and when people want such mails. Earlier notifications are not mailed. */
export class Content0061 extends Migration {
  override up(): void {
    this.addSql('alter table notification add column mail_at timestamptz')
    this.addSql('alter table notification add column mail_id text')
    this.addSql('alter table notification add column is_daily boolean not null default false')
    this.addSql('create index notification_mail_at on notification (mail_at) where mail_at is not null')
    this.addSql('create index notification_mail_id on notification (mail_id) where mail_at is not null')
    this.addSql(`
      create table notification_setting (
        organization_id text not null,
        user_id text not null,
        mentions text not null,
        others text not null,
        language text,
        primary key (organization_id, user_id)
      )`)
  }
}
