import { Migration } from '@mikro-orm/migrations'

/** Requests to be let in by mail. */
export class Identity0014 extends Migration {
  override up(): void {
    this.addSql(`
      create table sign_in_mail (
        id text primary key,
        email text not null,
        address text not null,
        origin text,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        try_at timestamptz(3) not null,
        attempts int not null default 0,
        code_hash text,
        link_hash text,
        tries int not null default 0,
        used_by text
      )`)
    this.addSql("create index sign_in_mail_due on sign_in_mail (try_at) where try_at < 'infinity'")
    this.addSql('create unique index sign_in_mail_link on sign_in_mail (link_hash)')
    this.addSql('create index sign_in_mail_address on sign_in_mail (address, created_at)')
    this.addSql('create index sign_in_mail_origin on sign_in_mail (origin, created_at)')
    this.addSql('create index sign_in_mail_created on sign_in_mail (created_at)')
  }
}
