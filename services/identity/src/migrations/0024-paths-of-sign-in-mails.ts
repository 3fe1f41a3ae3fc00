import { Migration } from '@mikro-orm/migrations'

/** The path of the console that somebody wanted to open when they asked for a mail. */
export class Identity0024 extends Migration {
  override up(): void {
    this.addSql('alter table sign_in_mail add column next text')
  }
}
