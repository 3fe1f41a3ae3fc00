import { Migration } from '@mikro-orm/migrations'

/** Tokens of the installation, which are nobody's. */
export class Identity0012 extends Migration {
  override up(): void {
    this.addSql('alter table token alter column user_id drop not null')
    this.addSql(`create index token_installation on token (id) where kind = 'installation'`)
  }
}
