import { Migration } from '@mikro-orm/migrations'

/** Pages that cannot be indexed are retried with a backoff, then parked. */
export class Content0011 extends Migration {
  override up(): void {
    this.addSql(`
      alter table page_index_due
        add column attempts int not null default 0,
        add column try_at timestamptz,
        add column error text,
        add column parked_at timestamptz`)
  }
}
