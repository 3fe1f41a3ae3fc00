import { Migration } from '@mikro-orm/migrations'

/** Mails that are no invitations: of notifications, and about one's own account. */
export class Identity0017 extends Migration {
  override up(): void {
    this.addSql("alter table mail add column about text not null default 'invitation'")
    this.addSql('alter table mail add column stop_url text')
    this.addSql(`
      create table notification_mail (
        id text primary key,
        user_id text not null references "user" (id) on delete cascade,
        created_at timestamptz(3) not null
      )`)
    this.addSql('create index notification_mail_user on notification_mail (user_id, created_at)')
    this.addSql('create index notification_mail_created on notification_mail (created_at)')
  }
}
