import { Migration } from '@mikro-orm/migrations'

/** The tokens within a range of lost ones that the database has. */
export class Identity0008 extends Migration {
  override up(): void {
    this.addSql(`alter table lost_tokens add column known text[] not null default '{}'`)
  }
}
