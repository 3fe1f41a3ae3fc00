import { Migration } from '@mikro-orm/migrations'
import { accessIndexes, contentAccessTables, memberTables } from '@quire/access'

/** Access, sites, and the retrieval index. All of it can be rebuilt from the owners' events. */
export class Ai0001 extends Migration {
  override up(): void {
    for (const statement of [...memberTables, ...contentAccessTables, ...accessIndexes]) this.addSql(statement)
    this.addSql(
      'create table site (id text primary key, organization_id text not null, agents_context text not null, published boolean not null)',
    )
    this.addSql('create table site_space (id text primary key, site_id text not null, space_id text not null)')
    this.addSql('create index site_space_space on site_space (space_id)')
    this.addSql(`
      create table indexed_space (
        space_id text primary key,
        organization_id text not null,
        wanted text not null,
        indexed text
      )`)
    this.addSql(
      'create index indexed_space_pending on indexed_space (organization_id, space_id) where indexed is distinct from wanted',
    )
    this.addSql(`
      create table page (
        space_id text not null,
        id text not null,
        title text not null,
        sections jsonb not null,
        vector tsvector not null,
        primary key (space_id, id)
      )`)
    this.addSql('create index page_vector on page using gin (vector) with (fastupdate = off)')
  }
}
