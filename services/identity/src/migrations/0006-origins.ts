import { Migration } from '@mikro-orm/migrations'

/** The origins of accounts, the accounts that made organizations, and those whose invitations are mailed. */
export class Identity0006 extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column origin text')
    this.addSql('alter table organization add column made_by text, add column origin text, add column made_from text')
    // One transaction adds an organization and its first member, so both have the same time.
    this.addSql(`
      update organization set made_by = member.user_id, version = organization.version + 1
      from member where member.organization_id = organization.id and member.joined_at = organization.created_at`)
    this.addSql('create index organization_made_by on organization (made_by, created_at)')
    this.addSql('create index organization_origin on organization (origin, created_at)')
    this.addSql('create index organization_made_from on organization (made_from, created_at)')
    this.addSql(`alter table invitation_mail
      add column account text, add column origin text, add column sent_at timestamptz(3)`)
    this.addSql('create index invitation_mail_account on invitation_mail (account, due_at)')
    this.addSql('create index invitation_mail_origin on invitation_mail (origin, due_at)')
    this.addSql('create index invitation_mail_sent on invitation_mail (sent_at) where sent_at is not null')
    this.addSql('alter table mail add column place int not null default 0')
    this.addSql('create index mail_place on mail (place, try_at)')
  }
}
