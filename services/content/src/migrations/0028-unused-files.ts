import { Migration } from '@mikro-orm/migrations'

/** The wish to leave out files that no page refers to, and what was left out. */
export class Content0028 extends Migration {
  override up(): void {
    this.addSql(`alter table import_run
      add column skip_unused_files boolean not null default false,
      add column unused_files int, add column unused_bytes bigint`)
  }
}
