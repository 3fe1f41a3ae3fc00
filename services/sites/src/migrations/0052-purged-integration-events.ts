import { Migration } from '@mikro-orm/migrations'

/** Indexes by which the events about purged spaces and removed sites are deleted. */
export class Sites0052 extends Migration {
  override up(): void {
    for (const kind of ['space', 'site'])
      this.addSql(`
        create index integration_event_about_${kind} on integration_event ((payload->>'${kind}Id'))
        where payload->>'${kind}Id' is not null`)
  }
}
