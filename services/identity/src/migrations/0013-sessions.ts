import { Migration } from '@mikro-orm/migrations'

/** The part of a token that makes it a session: a secret that a browser has as a cookie. */
export class Identity0013 extends Migration {
  override up(): void {
    this.addSql(`
      create table session (
        id text primary key references token (id) on delete cascade,
        hash text not null unique,
        method text not null,
        device text not null,
        address text,
        used_at timestamptz(3) not null
      )`)
  }
}
