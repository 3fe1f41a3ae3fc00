import { Migration } from '@mikro-orm/migrations'

/** Tables whose rows decide what a visitor sees of the site that they name. */
const ofSites = ['site_space', 'site_section', 'site_section_group', 'site_customization']

/**
 * Counts the changes to all rows that decide what a visitor sees of a site, so that a visit can validate a cached page
 * with one row (docs/adr/0025). Triggers count, so no writer can omit it.
 */
export class Sites0011 extends Migration {
  override up(): void {
    this.addSql(`
      create table site_mark (
        site_id text primary key references site on delete cascade,
        mark bigint not null default 1
      )`)
    this.addSql('insert into site_mark (site_id) select id from site')
    // Inserted with the site, so that later counting only updates, and does not wait for a lock on the site's row.
    this.addSql(`
      create function add_site_mark() returns trigger language plpgsql as $$
      begin
        insert into site_mark (site_id) values (new.id);
        return null;
      end $$`)
    this.addSql('create trigger add_mark after insert on site for each row execute function add_site_mark()')
    this.#count('mark_sites', 'select site_id from changed', ofSites)
    this.#count('mark_sites_of_spaces', 'select site_id from site_space where space_id in (select id from changed)', [
      'space',
    ])
    this.#count(
      'mark_sites_of_site_spaces',
      'select site_id from site_space where id in (select site_space_id from changed)',
      ['site_space_customization'],
    )
  }

  #count(name: string, sites: string, tables: readonly string[]): void {
    this.addSql(`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        update site_mark set mark = mark + 1 where site_id in (${sites});
        return null;
      end $$`)
    for (const table of tables) {
      for (const [event, rows] of Object.entries({ insert: 'new', update: 'new', delete: 'old' })) {
        this.addSql(`
          create trigger mark_${event} after ${event} on ${table} referencing ${rows} table as changed
          for each statement execute function ${name}()`)
      }
    }
  }
}
