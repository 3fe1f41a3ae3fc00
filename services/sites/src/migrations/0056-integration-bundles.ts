import { Migration } from '@mikro-orm/migrations'

/** Adds bundles of integrations, beside the rows that every list reads, and a column for what has any receiver. */
export class Sites0056 extends Migration {
  override up(): void {
    this.addSql(`
      create table integration_bundle (
        id text primary key,
        integration text not null unique references integration on delete cascade,
        script text not null,
        secrets jsonb not null
      )`)
    this.addSql('alter table integration add column bundle_id text')
    this.addSql(`
      alter table integration add column receives boolean not null
        generated always as (num_nonnulls(endpoint, dev_url, bundle_id) > 0) stored`)
  }
}
