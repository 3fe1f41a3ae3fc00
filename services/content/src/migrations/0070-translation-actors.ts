import { Migration } from '@mikro-orm/migrations'

/** In whose name a translation goes on. An earlier version did not store it: whoever created it, if they are still a member. */
export class Content0070 extends Migration {
  override up(): void {
    this.addSql(`
      alter table translation add column user_id text, add column member_id text, add column token_kind text,
        add column blocked text`)
    this.addSql(`
      update translation set user_id = created_by, member_id = member.id, token_kind = 'user'
      from member where member.user_id = created_by and member.organization_id = translation.organization_id`)
  }
}
