import { Migration } from '@mikro-orm/migrations'

/** The time until which an announced write keeps its store from being swept. */
export class Content0062 extends Migration {
  override up(): void {
    this.addSql('alter table unnamed add column held_until timestamptz')
  }
}
