import { Migration } from '@mikro-orm/migrations'

/** Creates the events of integrations, and their addresses while they are developed. */
export class Sites0046 extends Migration {
  override up(): void {
    this.addSql('alter table integration add column dev_url text, add column dev_all boolean not null default false')
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
  }
}
