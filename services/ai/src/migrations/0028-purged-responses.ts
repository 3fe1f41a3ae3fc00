import { Migration } from '@mikro-orm/migrations'

/** Indexes by which the responses of removed sites, and those that rest on purged spaces, are deleted. */
export class Ai0028 extends Migration {
  override up(): void {
    this.addSql('create index ai_response_site on ai_response (site_id)')
    this.addSql('create index ai_response_spaces on ai_response using gin (spaces)')
  }
}
