import { Migration } from '@mikro-orm/migrations'

/** Indexes share links by the hash of their key, for addresses without the name of the site. */
export class Sites0012 extends Migration {
  override up(): void {
    this.addSql('create index share_link_hash on share_link (key_hash)')
  }
}
