import { Migration } from '@mikro-orm/migrations'

/** Sites are found by their addresses, which may be too long for a tree. */
export class Content0024 extends Migration {
  override up(): void {
    this.addSql('create index site_address on site using hash (address)')
  }
}
