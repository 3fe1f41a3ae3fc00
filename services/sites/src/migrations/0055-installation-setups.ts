import { Migration } from '@mikro-orm/migrations'

/** An index by which the events of installations are counted that one origin had within an hour. */
export class Sites0055 extends Migration {
  override up(): void {
    this.addSql(`
      create index integration_event_setups on integration_event (origin, created_at)
      where payload->>'type' like '%installation_setup'`)
  }
}
