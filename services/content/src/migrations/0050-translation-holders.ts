import { Migration } from '@mikro-orm/migrations'

/** Counts translated words by the account that made the organization, and by the address at which it was created. */
export class Content0050 extends Migration {
  override up(): void {
    this.addSql(`
      create table translation_holder_usage (
        holder text not null,
        day date not null,
        words integer not null,
        primary key (holder, day)
      )`)
  }
}
