import { Migration } from '@mikro-orm/migrations'

/** Records the step that an import run is at before it imports pages. */
export class Content0072 extends Migration {
  override up(): void {
    this.addSql('alter table import_run add column step jsonb')
  }
}
