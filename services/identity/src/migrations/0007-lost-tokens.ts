import { Migration } from '@mikro-orm/migrations'

/** The ranges of tokens that may have been lost with the end of the database. */
export class Identity0007 extends Migration {
  override up(): void {
    this.addSql(`
      create table lost_tokens (
        after text collate "C" primary key,
        until text collate "C" not null,
        epoch bigint not null,
        noted_at timestamptz(3) not null
      )`)
  }
}
