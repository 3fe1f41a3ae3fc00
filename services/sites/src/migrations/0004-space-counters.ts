import { Migration } from '@mikro-orm/migrations'

/** Creates the counters of spaces, which content publishes separately from the spaces. */
export class Sites0004 extends Migration {
  override up(): void {
    this.addSql('create table space_counters (space_id text primary key, counters jsonb not null)')
    // Until content publishes counters, the ones in the spaces' own events are used; content is asked for the events in
    // between.
    this.addSql(`
      insert into space_counters
      select id, jsonb_build_object('comments', state->'comments', 'changeRequests', state->'changeRequests',
        'changeRequestsOpen', state->'changeRequestsOpen', 'changeRequestsDraft', state->'changeRequestsDraft')
      from space`)
    this.addSql('delete from projector_position')
  }
}
