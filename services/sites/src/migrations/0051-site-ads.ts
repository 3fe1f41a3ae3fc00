import { Migration } from '@mikro-orm/migrations'

/** Creates the state of advertisements of sites. A site without a row was never submitted. */
export class Sites0051 extends Migration {
  override up(): void {
    this.addSql(`
      create table site_ads (
        site_id text primary key references site on delete cascade,
        status text not null,
        topic text not null,
        zone_id text,
        reporting_id text,
        reason text,
        email text not null
      )`)
    this.addSql('create index site_ads_status on site_ads (status, site_id)')
  }
}
