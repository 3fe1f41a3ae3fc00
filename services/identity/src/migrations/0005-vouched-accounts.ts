import { Migration } from '@mikro-orm/migrations'

/** The organization that vouches for an account, the visibility of profiles, and the limits of invitation mail. */
export class Identity0004 extends Migration {
  override up(): void {
    this.vouching()
    // Existing members stay visible.
    this.addSql('alter table member add column introduced boolean not null default true')
    this.addSql(`
      create table invitation_mail (
        id text primary key,
        organization_id text not null,
        address text not null,
        due_at timestamptz(3) not null
      )`)
    this.addSql('create index invitation_mail_organization on invitation_mail (organization_id, due_at)')
    this.addSql('create index invitation_mail_address on invitation_mail (address, due_at)')
    this.addSql('create index invitation_mail_due on invitation_mail (due_at)')
  }

  private vouching(): void {
    this.addSql('alter table "user" add column vouched_by text')
    this.addSql('drop index user_email')
    this.addSql('create unique index user_email on "user" (lower(email collate "C")) where vouched_by is null')
    this.addSql(`
      create unique index user_vouched on "user" (lower(email collate "C"), vouched_by) where vouched_by is not null`)
    // The creator of earlier accounts is not stored. An account that only ever signed in through one organization counts
    // as that organization's. If it is its owner's after all, the next token that they create makes it theirs again.
    this.addSql(`
      update "user" set vouched_by = sole.organization_id
      from (
        select user_id, min(organization_id) as organization_id from member
        group by user_id having count(*) = 1 and bool_and(sso)
      ) sole
      where sole.user_id = "user".id
        and not exists (select from token where token.user_id = "user".id and token.kind = 'user')`)
  }
}
