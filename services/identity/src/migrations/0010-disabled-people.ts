import { Migration } from '@mikro-orm/migrations'

/** People whom an operator has disabled or deleted. */
export class Identity0010 extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column disabled_at timestamptz(3), add column deleted_at timestamptz(3)')
  }
}
