import { Migration } from '@mikro-orm/migrations'

/** From a site space to the site that shows it by default: removing a site space looks there. */
export class SitesIndexes0001 extends Migration {
  override up(): void {
    this.addSql('create index site_default on site (default_site_space) where default_site_space is not null')
  }
}
