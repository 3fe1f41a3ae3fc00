import { Migration } from '@mikro-orm/migrations'

/** Permissions of programs to read internal sites for people, as parts of tokens. */
export class Identity0022 extends Migration {
  override up(): void {
    this.addSql(`
      create table program (
        id text primary key references token (id) on delete cascade,
        client_hash text not null,
        site_id text not null,
        resource text not null,
        redirect_uri text not null,
        code_challenge text not null,
        code_hash text not null unique,
        code_expires_at timestamptz(3) not null,
        refresh_hash text unique,
        former_hash text unique,
        used_at timestamptz(3) not null
      )`)
  }
}
