import { Migration } from '@mikro-orm/migrations'

/**
 * Counts the events of visitors apart from those that tokens of the organization send, and by the hash of their sender,
 * which holds for one site and day. Events from before count as the organization's.
 */
export class Sites0054 extends Migration {
  override up(): void {
    this.addSql('alter table site_event_day add column by_visitors integer not null default 0')
    this.addSql(
      'create table site_event_sender (sender bigint primary key, day date not null, events integer not null)',
    )
    this.addSql('create index site_event_sender_day on site_event_sender (day)')
  }
}
