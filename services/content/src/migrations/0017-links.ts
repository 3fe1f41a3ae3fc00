import { Migration } from '@mikro-orm/migrations'

/**
 * Link targets of documents, and the links of the live content of each space by target (docs/adr/0016). A job collects
 * the links of spaces that have no row in `link_space` yet.
 */
export class Content0017 extends Migration {
  override up(): void {
    this.addSql('alter table document add column targets jsonb')
    this.addSql(`
      create table link_space (
        space_id text primary key references space (id) on delete cascade,
        revision text,
        public_url text,
        total int not null default 0,
        broken int not null default 0,
        in_app int not null default 0
      )`)
    this.addSql(`
      create table link_resource (
        space_id text collate "C" not null,
        resource text collate "C" not null,
        primary key (space_id, resource)
      )`)
    this.addSql(`
      create table link_target (
        space_id text collate "C" not null,
        target text collate "C" not null,
        relation text collate "C" not null,
        address text,
        resource text collate "C",
        outside text collate "C",
        status text collate "C" not null,
        primary key (space_id, target, relation)
      )`)
    this.addSql('create index link_target_status on link_target (space_id, status, target, relation)')
    this.addSql(
      'create index link_target_resource on link_target (space_id, resource) where resource is not null and outside is null',
    )
    this.addSql('create index link_target_outside on link_target (space_id, outside) where outside is not null')
    this.addSql(`
      create table link (
        space_id text collate "C" not null,
        target text collate "C" not null,
        relation text collate "C" not null,
        location text collate "C" not null,
        resource text collate "C",
        primary key (space_id, target, relation, location)
      )`)
    this.addSql('create index link_resource_location on link (space_id, resource, location) where resource is not null')
  }
}
