import { Migration } from '@mikro-orm/migrations'

/** A text whose sections hold all of its words keeps its links too, and need not be parsed to be indexed. */
export class Content0014 extends Migration {
  override up(): void {
    this.addSql('alter table document add column links jsonb')
  }
}
