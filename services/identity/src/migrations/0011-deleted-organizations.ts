import { Migration } from '@mikro-orm/migrations'

/**
 * Organizations that an operator has deleted. The row of an organization is deleted before its members and teams, which are
 * too many for one transaction; without it nobody is admitted by them.
 */
export class Identity0011 extends Migration {
  override up(): void {
    this.addSql(`
      create table deleted_organization (
        id text primary key,
        version int not null default 1,
        organization_version int not null,
        deleted_at timestamptz(3) not null default now(),
        in_force_at timestamptz(3),
        looked_at timestamptz(6),
        identity_purged_at timestamptz(3),
        content_purged_at timestamptz(3),
        sites_purged_at timestamptz(3),
        ai_purged_at timestamptz(3)
      )`)
    this.addSql('alter table member drop constraint member_organization_id_fkey')
    this.addSql('alter table team drop constraint team_organization_id_fkey')
  }
}
