import { Migration } from '@mikro-orm/migrations'

/** The index by which days are found whose events have no sums, or got further ones. */
export class Sites0064 extends Migration {
  override up(): void {
    this.addSql('create index site_event_day_unrolled on site_event_day (day) where not is_rolled')
  }
}
