import { Migration } from '@mikro-orm/migrations'

/** For all tokens of a person, revoked or not: they are found without reading the table. */
export class IdentityIndexes0001 extends Migration {
  override up(): void {
    this.addSql('create index token_person on token (user_id)')
  }
}
