import { Migration } from '@mikro-orm/migrations'

/** From a key to its share link, where nothing else names the site. */
export class Sites0012 extends Migration {
  override up(): void {
    this.addSql('create index share_link_hash on share_link (key_hash)')
  }
}
