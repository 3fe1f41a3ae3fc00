import { Migration } from '@mikro-orm/migrations'

/** Sums of events by browser, system and device together; the job of insights adds those of earlier days. */
export class Sites0058 extends Migration {
  override up(): void {
    this.addSql('alter table site_event_progress add column programs_from date')
  }
}
