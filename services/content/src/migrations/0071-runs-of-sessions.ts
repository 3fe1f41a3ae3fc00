import { Migration } from '@mikro-orm/migrations'

/** Notes of each import run whether it was asked for in the console, for its audit event. */
export class Content0071 extends Migration {
  override up(): void {
    this.addSql('alter table import_run add column is_session boolean not null default false')
  }
}
