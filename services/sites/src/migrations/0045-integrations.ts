import { Migration } from '@mikro-orm/migrations'

/** Creates integrations and their installations. */
export class Sites0045 extends Migration {
  override up(): void {
    this.addSql(`
      create table integration (
        name text primary key,
        organization_id text,
        version int not null,
        visibility text not null,
        target text not null,
        manifest jsonb not null,
        endpoint text,
        signing_secret text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`)
    this.addSql('create unique index integration_name on integration (lower(name))')
    this.addSql("create index integration_public on integration (name) where visibility = 'public'")
    this.addSql('create index integration_owner on integration (organization_id, name)')
    this.addSql(`
      create table integration_installation (
        id text primary key,
        integration text not null references integration on delete cascade,
        organization_id text not null,
        status text not null,
        scopes jsonb not null,
        space_selection text not null,
        site_selection text not null,
        configuration jsonb not null,
        secrets jsonb not null,
        external_ids text[] not null default '{}',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`)
    this.addSql(
      'create unique index integration_installation_once on integration_installation (organization_id, integration)',
    )
    this.addSql('create index integration_installation_list on integration_installation (integration, id)')
    this.addSql('create index integration_installation_external on integration_installation using gin (external_ids)')
    this.addSql(`
      create table integration_content (
        id text primary key,
        installation_id text not null references integration_installation on delete cascade,
        integration text not null,
        organization_id text not null,
        space_id text,
        site_id text references site on delete cascade,
        status text not null,
        configuration jsonb not null,
        secrets jsonb not null,
        external_ids text[] not null default '{}',
        check (num_nonnulls(space_id, site_id) = 1)
      )`)
    this.addSql('create unique index integration_content_space on integration_content (installation_id, space_id)')
    this.addSql('create unique index integration_content_site on integration_content (installation_id, site_id)')
    this.addSql('create index integration_content_of_space on integration_content (space_id)')
    this.addSql('create index integration_content_of_site on integration_content (site_id)')
    this.addSql('create index integration_content_organization on integration_content (organization_id, id)')
    this.addSql('create index integration_content_list on integration_content (integration, id)')
    this.addSql('create index integration_content_external on integration_content using gin (external_ids)')
    // Publishers name their organization by its hostname too.
    this.addSql("create index organization_hostname on organization ((state->>'hostname'))")
  }
}
