import { Migration } from '@mikro-orm/migrations'

/** Index of sites by address; a hash, because an address may be too long for a B-tree. */
export class Content0024 extends Migration {
  override up(): void {
    this.addSql('create index site_address on site using hash (address)')
  }
}
