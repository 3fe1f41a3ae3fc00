import { Migration } from '@mikro-orm/migrations'

/** An index that finds all tokens of a person, revoked or not, without reading the table. */
export class IdentityIndexes0001 extends Migration {
  override up(): void {
    this.addSql('create index token_person on token (user_id)')
  }
}
