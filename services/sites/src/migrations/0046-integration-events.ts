import { Migration } from '@mikro-orm/migrations'

/** The sites of the organizations whose rows have changed, by the table of the rows. */
const sitesOf = {
  integration: `
    select site.id from site join integration_installation i on i.organization_id = site.organization_id
    where i.integration in (select name from changed)`,
  integration_installation: 'select id from site where organization_id in (select organization_id from changed)',
  integration_content: 'select site_id from changed',
}

/** The types of events that people choose from for the plain webhook. */
const types = [
  ...['space_content_updated', 'space_created', 'space_renamed', 'space_deleted', 'space_restored'],
  ...['space_comments_updated', 'space_change_requests_updated', 'site_published', 'site_unpublished'],
]
const chosen = Object.fromEntries(types.map((type) => [type, { type: 'boolean', default: true }]))

/** The integrations that Quire ships, which every organization can install. */
const shipped = {
  webhook: {
    target: 'all',
    manifest: {
      title: 'Webhook',
      description: 'Sends signed events to an address of yours.',
      scopes: ['space:content:read', 'space:metadata:read', 'site:metadata:read'],
      categories: ['other'],
      externalLinks: [],
      configurations: {
        account: {
          properties: {
            url: { type: 'string', title: 'Address' },
            secret: { type: 'string', title: 'Signing secret', secret: true },
            ...chosen,
          },
          required: ['url', 'secret'],
        },
      },
    },
  },
  script: {
    target: 'site',
    manifest: {
      title: 'Script',
      description: 'Loads a script for analytics or a chat on published pages.',
      scopes: ['site:script:inject', 'site:script:cookies'],
      categories: ['analytics'],
      externalLinks: [],
      configurations: {
        site: { properties: { url: { type: 'string', title: 'Address of the script' } }, required: ['url'] },
      },
    },
  },
}

/**
 * Creates the events of integrations, and their addresses while they are developed. Triggers count changes that decide
 * which scripts pages load, as for other rows (docs/adr/0025).
 */
export class Sites0046 extends Migration {
  override up(): void {
    this.addSql(`
      alter table integration add column dev_url text, add column dev_all boolean not null default false,
        add column token_generation int not null default 0`)
    this.addSql(`
      create table integration_event (
        id text primary key,
        integration text not null references integration on delete cascade,
        installation_id text,
        organization_id text not null,
        account text not null,
        origin text not null,
        payload jsonb not null,
        status text not null default 'waiting',
        log jsonb not null default '[]',
        created_at timestamptz not null default now(),
        finished_at timestamptz,
        claim text,
        claimed_until timestamptz,
        attempts int not null default 0
      )`)
    const waiting = "where status = 'waiting'"
    this.addSql(`create index integration_event_turn on integration_event (origin, account, id) ${waiting}`)
    this.addSql(`create index integration_event_waiting on integration_event (integration, installation_id) ${waiting}`)
    this.addSql('create index integration_event_list on integration_event (integration, id desc)')
    this.addSql('create index integration_event_in on integration_event (integration, organization_id, id desc)')
    this.addSql(`create index integration_event_ended on integration_event (finished_at) where status <> 'waiting'`)
    for (const [table, sites] of Object.entries(sitesOf)) this.#mark(table, sites)
    for (const [name, { target, manifest }] of Object.entries(shipped))
      this.addSql(`
        insert into integration (name, version, visibility, target, manifest)
        values ('${name}', 1, 'public', '${target}', '${JSON.stringify(manifest)}')`)
  }

  #mark(table: string, sites: string): void {
    this.addSql(`
      create function mark_sites_of_${table}() returns trigger language plpgsql as $$
      begin
        update site_mark set mark = mark + 1 where site_id in (${sites});
        return null;
      end $$`)
    for (const [event, rows] of Object.entries({ insert: 'new', update: 'new', delete: 'old' }))
      this.addSql(`
        create trigger mark_${event} after ${event} on ${table} referencing ${rows} table as changed
        for each statement execute function mark_sites_of_${table}()`)
  }
}
