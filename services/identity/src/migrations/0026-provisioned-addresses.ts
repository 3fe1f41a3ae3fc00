import { Migration } from '@mikro-orm/migrations'

/**
 * Accounts whose address came by SCIM alone. Of earlier accounts, those count that SCIM gave a name of its own; the next
 * sign-in through the organization's provider ends it.
 */
export class Identity0026 extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column address_by_scim boolean not null default false')
    this.addSql(`
      update "user" set address_by_scim = true
      where vouched_by is not null and exists (
        select from member where member.user_id = "user".id and member.organization_id = "user".vouched_by
          and member.external_id is not null)`)
  }
}
