import { Migration } from '@mikro-orm/migrations'

/**
 * Projections that decide whether a token of published content opens a space (docs/adr/0024). The sites service is
 * asked to repeat its events.
 */
export class Content0022 extends Migration {
  override up(): void {
    this.addSql(`
      alter table site
        add column organization_id text not null default '',
        add column generation bigint not null default 0`)
    this.addSql(`
      alter table site_space
        add column conditions jsonb not null default '[]'`)
    this.addSql(`
      alter table site
        alter column organization_id drop default,
        alter column generation drop default`)
    this.addSql('alter table site_space alter column conditions drop default')
    this.addSql(`
      create table share_link (
        id text primary key,
        site_id text not null,
        key_hash text not null,
        active boolean not null
      )`)
    this.addSql('create index share_link_key on share_link (site_id, key_hash)')
    // Leads from a revision that was live to the one that replaced it.
    this.addSql(`
      create index revision_live on revision (space_id, created_at) include (parents) where change_request_id is null`)
    this.addSql('delete from projector_position')
  }
}
