import { Migration } from '@mikro-orm/migrations'

/** The way from a space of a site to the site that shows it by default: removing it looks there. */
export class SitesIndexes0001 extends Migration {
  override up(): void {
    this.addSql('create index site_default on site (default_site_space) where default_site_space is not null')
  }
}
