import { Migration } from '@mikro-orm/migrations'

/** Creates the settings of sites and their spaces, and the MCP servers of sites. */
export class Sites0006 extends Migration {
  override up(): void {
    this.addSql(`
      create table site_customization (
        site_id text primary key references site on delete cascade,
        settings jsonb not null,
        favicon jsonb generated always as (settings -> 'favicon') stored
      )`)
    this.addSql(`
      create table site_space_customization (
        site_space_id text primary key references site_space on delete cascade,
        settings jsonb not null
      )`)
    this.addSql(`
      create table site_mcp_server (
        id text primary key,
        site_id text not null references site on delete cascade,
        name text not null,
        url text not null,
        headers jsonb not null
      )`)
    this.addSql('create index site_mcp_server_site on site_mcp_server (site_id, id)')
  }
}
