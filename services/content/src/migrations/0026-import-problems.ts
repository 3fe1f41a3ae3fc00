import { Migration } from '@mikro-orm/migrations'

/** The parts of a source that an import left out, changed or did not understand. */
export class Content0026 extends Migration {
  override up(): void {
    this.addSql(`alter table import_run
      add column problems jsonb not null default '[]', add column problem_count int not null default 0`)
  }
}
