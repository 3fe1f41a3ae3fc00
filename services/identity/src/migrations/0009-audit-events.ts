import { Migration } from '@mikro-orm/migrations'
import { askForAllStates } from '@quire/kit'

/** The audit events of all services. */
export class Identity0009 extends Migration {
  override up(): void {
    this.addSql(`
      create table audit_event (
        id text primary key,
        number bigint generated always as identity,
        organization_id text,
        at timestamptz(3) not null,
        action text not null,
        actor_type text not null,
        actor_id text not null,
        actor_label text,
        source text not null,
        target_type text not null,
        target_id text not null,
        target_label text,
        correlation_id text not null,
        payload jsonb not null,
        streamed boolean not null default false
      )`)
    this.addSql('create index audit_event_organization on audit_event (organization_id, at, id)')
    this.addSql('create index audit_event_action on audit_event (organization_id, action, at, id)')
    this.addSql('create index audit_event_actor on audit_event (organization_id, actor_id, at, id)')
    this.addSql('create index audit_event_target on audit_event (organization_id, target_id, at, id)')
    this.addSql('create index audit_event_at on audit_event (at)')
    this.addSql('create index audit_event_waiting on audit_event (number) where not streamed')
    // Processes of an earlier version have passed over the events of other services.
    this.addSql(askForAllStates)
  }
}
