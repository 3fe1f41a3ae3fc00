import { Migration } from '@mikro-orm/migrations'

/** Pauses synchronizations. */
export class Content0049 extends Migration {
  override up(): void {
    this.addSql('alter table git_sync add column paused_at timestamptz')
  }
}
