import { Migration } from '@mikro-orm/migrations'

/** Passkeys, the challenges that were answered, and answers that signed nobody in. */
export class Identity0016 extends Migration {
  override up(): void {
    this.addSql(`
      create table passkey (
        id text primary key,
        user_id text not null references "user" (id) on delete cascade,
        credential_id text not null,
        public_key bytea not null,
        counter bigint not null,
        transports text[] not null,
        name text not null,
        is_synced boolean not null,
        is_backed_up boolean not null,
        created_at timestamptz(3) not null,
        used_at timestamptz(3)
      )`)
    this.addSql('create unique index passkey_credential on passkey (credential_id)')
    this.addSql('create index passkey_user on passkey (user_id, id)')
    this.addSql('create table answered_challenge (hash text primary key, expires_at timestamptz(3) not null)')
    this.addSql('create index answered_challenge_expires on answered_challenge (expires_at)')
    this.addSql('create table passkey_try (id text primary key, origin text, created_at timestamptz(3) not null)')
    this.addSql('create index passkey_try_origin on passkey_try (origin, created_at)')
    this.addSql('create index passkey_try_created on passkey_try (created_at)')
    this.addSql('alter table session add column passkey_id text')
    this.addSql('create index session_passkey on session (passkey_id) where passkey_id is not null')
  }
}
