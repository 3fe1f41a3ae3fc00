import { Migration } from '@mikro-orm/migrations'

/** Every token of a person, revoked or not: what refers to a person is found without reading the table. */
export class IdentityIndexes0001 extends Migration {
  override up(): void {
    this.addSql('create index token_person on token (user_id)')
  }
}
