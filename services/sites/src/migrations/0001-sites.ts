import { Migration } from '@mikro-orm/migrations'
import { accessIndexes, contentAccessTables, memberTables } from '@quire/access'

/** Creates sites, the spaces on them, and the projections of people and content that decide access. */
export class Sites0001 extends Migration {
  override up(): void {
    for (const statement of [...memberTables, ...contentAccessTables, ...accessIndexes]) this.addSql(statement)
    this.addSql(`
      create table site (
        id text primary key,
        organization_id text not null,
        type text not null,
        title text not null,
        basename text,
        visibility text not null,
        published boolean not null,
        agents_context text not null,
        adaptive_content boolean,
        default_site_space text,
        version bigint not null,
        created_at timestamptz not null
      )`)
    this.addSql('create unique index site_basename on site (basename)')
    this.addSql('create index site_organization on site (organization_id, id)')
    this.addSql(`
      create table site_space (
        id text primary key,
        organization_id text not null,
        site_id text not null references site,
        space_id text not null,
        path text not null,
        order_key text not null,
        version bigint not null,
        constraint site_space_once unique (site_id, space_id),
        constraint site_space_path unique (site_id, path),
        constraint site_space_order unique (site_id, order_key)
      )`)
    this.addSql('create index site_space_space on site_space (space_id, id)')
    this.addSql(`
      alter table site add constraint site_default_site_space
        foreign key (default_site_space) references site_space on delete set null`)
  }
}
