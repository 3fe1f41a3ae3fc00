import { Migration } from '@mikro-orm/migrations'

/** Adds sections of sites and their groups, one default at each level, and the resulting addresses (docs/adr/0021). */
export class Sites0005 extends Migration {
  override up(): void {
    this.addSql(`
      create table site_section_group (
        id text primary key,
        organization_id text not null,
        site_id text not null references site on delete cascade,
        parent_id text,
        title text not null,
        icon text,
        order_key text collate "C" not null,
        constraint site_section_group_of_site unique (site_id, id),
        constraint site_section_group_parent foreign key (site_id, parent_id)
          references site_section_group (site_id, id),
        constraint site_section_group_order unique nulls not distinct (site_id, parent_id, order_key)
          deferrable initially immediate
      )`)
    this.addSql(`
      create table site_section (
        id text primary key,
        organization_id text not null,
        site_id text not null references site on delete cascade,
        group_id text,
        title text not null,
        description text,
        icon text,
        path text not null,
        condition text,
        default_site_space text references site_space on delete set null,
        order_key text collate "C" not null,
        constraint site_section_of_site unique (site_id, id),
        constraint site_section_group foreign key (site_id, group_id) references site_section_group (site_id, id),
        constraint site_section_order unique nulls not distinct (site_id, group_id, order_key)
          deferrable initially immediate
      )`)
    this.addSql('create unique index site_section_path on site_section (site_id, lower(path))')
    this.addSql(`
      create index site_section_default on site_section (default_site_space) where default_site_space is not null`)
    this.spaces()
    this.site()
  }

  /** Makes paths different that differ only in case, so that the index can be created. */
  private spaces(): void {
    this.addSql(`
      alter table site_space
        add column section_id text,
        add column section_condition text,
        add column address text,
        add constraint site_space_section foreign key (site_id, section_id) references site_section (site_id, id),
        drop constraint site_space_path,
        drop constraint site_space_order,
        add constraint site_space_order unique nulls not distinct (site_id, section_id, order_key)
          deferrable initially immediate`)
    this.addSql(`
      update site_space set path = left(path, 60) || '-' || md5(id), version = version + 1
      where exists (
        select from site_space older
        where older.site_id = site_space.site_id and lower(older.path) = lower(site_space.path)
          and older.id < site_space.id)`)
    this.addSql(`
      create unique index site_space_path on site_space (site_id, section_id, lower(path)) nulls not distinct`)
  }

  /** Makes the first element the default by name, as it was by position. */
  private site(): void {
    this.addSql(`
      alter table site
        add column default_section text references site_section on delete set null,
        add column proxy text`)
    this.addSql('create unique index site_proxy on site (lower(proxy))')
    this.addSql(`
      create index site_default_section on site (default_section) where default_section is not null`)
    this.addSql(`
      update site set default_site_space = (
        select id from site_space where site_id = site.id order by order_key limit 1)
      where default_site_space is null`)
    this.addSql(`
      update site_space set address = case when site.default_site_space = site_space.id then '' else path end
      from site where site.id = site_space.site_id`)
  }
}
