import { Migration } from '@mikro-orm/migrations'

/**
 * Creates the tables that decide who reads a site: share links, visitors' keys, redirects, and the generation that ends
 * tokens of published content (docs/adr/0024).
 */
export class Sites0007 extends Migration {
  override up(): void {
    this.addSql(`
      alter table site
        add column hostname text,
        add column generation bigint not null default 1`)
    this.addSql('alter table site alter column generation drop default')
    this.addSql('create unique index site_hostname on site (hostname)')
    this.addSql(`
      create table share_link (
        id text primary key,
        organization_id text not null,
        site_id text not null references site on delete cascade,
        name text not null,
        active boolean not null,
        key_hash text not null,
        sealed_key text not null,
        version bigint not null,
        created_at timestamptz not null,
        constraint share_link_key unique (site_id, key_hash)
      )`)
    this.addSql('create index share_link_site on share_link (site_id, id)')
    this.addSql(`
      create table publishing_auth (
        site_id text primary key references site on delete cascade,
        sealed_key text not null,
        fallback_url text,
        logout_url text
      )`)
    this.addSql(`
      create table site_redirect (
        id text primary key,
        organization_id text not null,
        site_id text not null references site on delete cascade,
        source text not null,
        path text not null,
        destination jsonb not null,
        draft boolean not null,
        permanent boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz,
        constraint site_redirect_path unique (site_id, path)
      )`)
    this.addSql('create index site_redirect_site on site_redirect (site_id, id)')
  }
}
