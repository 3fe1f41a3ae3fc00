import { Migration } from '@mikro-orm/migrations'

/** The customer of IPv6 that asked for a mail; null for IPv4, and where a process of an earlier version stored the request. */
export class Identity0025 extends Migration {
  override up(): void {
    this.addSql('alter table sign_in_mail add column wider_origin text')
    this.addSql(
      'create index sign_in_mail_wider_origin on sign_in_mail (wider_origin, created_at) where wider_origin is not null',
    )
  }
}
