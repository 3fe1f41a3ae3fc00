import { Migration } from '@mikro-orm/migrations'

/** Where pages of the live content of a space were before, by the keys of `storage/revisions/former-addresses.ts`. */
export class Content0029 extends Migration {
  override up(): void {
    this.addSql(`
      create table former_address (
        space_id text not null,
        key text not null,
        page_id text not null,
        primary key (space_id, key)
      )`)
  }
}
