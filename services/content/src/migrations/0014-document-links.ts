import { Migration } from '@mikro-orm/migrations'

/** A document whose sections hold all of its text also stores its links, and is indexed without parsing. */
export class Content0014 extends Migration {
  override up(): void {
    this.addSql('alter table document add column links jsonb')
  }
}
