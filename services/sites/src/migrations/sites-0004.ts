import { Migration } from '@mikro-orm/migrations'

/** The counters of spaces, which content tells apart from the spaces. */
export class Sites0004 extends Migration {
  override up(): void {
    this.addSql('create table space_counters (space_id text primary key, counters jsonb not null)')
    // Until content tells them, what the spaces told before; and content is asked for what was told meanwhile.
    this.addSql(`
      insert into space_counters
      select id, jsonb_build_object('comments', state->'comments', 'changeRequests', state->'changeRequests',
        'changeRequestsOpen', state->'changeRequestsOpen', 'changeRequestsDraft', state->'changeRequestsDraft')
      from space`)
    this.addSql('delete from projector_position')
  }
}
