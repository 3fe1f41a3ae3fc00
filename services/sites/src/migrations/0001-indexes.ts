import { Migration } from '@mikro-orm/migrations'

/** Indexes sites by their default site space, which removing a site space looks up. */
export class SitesIndexes0001 extends Migration {
  override up(): void {
    this.addSql('create index site_default on site (default_site_space) where default_site_space is not null')
  }
}
