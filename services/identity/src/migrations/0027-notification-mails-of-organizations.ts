import { Migration } from '@mikro-orm/migrations'

/** The organization that a mail of notifications is about, by which mails are counted; null in mails of earlier versions. */
export class Identity0027 extends Migration {
  override up(): void {
    this.addSql('alter table notification_mail add column organization_id text')
  }
}
