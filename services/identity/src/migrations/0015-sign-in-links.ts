import { Migration } from '@mikro-orm/migrations'

/** Links that administrators and the operator make, by which somebody signs in once. */
export class Identity0015 extends Migration {
  override up(): void {
    this.addSql(`
      create table sign_in_link (
        hash text primary key,
        email text not null,
        organization_id text references organization (id) on delete cascade,
        made_by text,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      )`)
    this.addSql(`
      create unique index sign_in_link_address
      on sign_in_link (organization_id, lower(email collate "C")) nulls not distinct`)
    this.addSql('create index sign_in_link_expires on sign_in_link (expires_at)')
  }
}
