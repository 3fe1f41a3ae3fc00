import { Migration } from '@mikro-orm/migrations'

/** Responses in conversations with a site, and their events, which are retained for a while (docs/adr/0056). */
export class Ai0026 extends Migration {
  override up(): void {
    this.addSql(`
      create table ai_response (
        id text primary key,
        organization_id text not null,
        site_id text not null,
        asker text not null,
        holder text not null,
        questions text[] not null,
        spaces text[] not null default '{}',
        state text not null default 'running',
        refusal int,
        reason text,
        lease_until timestamptz not null,
        created_at timestamptz not null default now()
      )`)
    this.addSql('create index ai_response_age on ai_response (created_at)')
    this.addSql('create index ai_response_asker on ai_response (asker, created_at)')
    this.addSql(`create index ai_response_running on ai_response (holder) where state = 'running'`)
    this.addSql(`
      create table ai_response_event (
        response_id text not null references ai_response (id) on delete cascade,
        number int not null,
        event jsonb not null,
        primary key (response_id, number)
      )`)
  }
}
