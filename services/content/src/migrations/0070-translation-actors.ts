import { Migration } from '@mikro-orm/migrations'

/** In whose name a translation goes on; null in rows of an earlier version. */
export class Content0070 extends Migration {
  override up(): void {
    this.addSql(`
      alter table translation add column user_id text, add column member_id text, add column token_kind text,
        add column blocked text`)
  }
}
